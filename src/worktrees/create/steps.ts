/** How a caller follows what takes long, and ends it. */
export interface Steps {
  /** Told what is being done, in a short sentence, before each step. */
  readonly onProgress?: ((sentence: string) => void) | undefined;
  /** Aborting it rejects with the signal's reason, once nothing half made is left. */
  readonly signal?: AbortSignal | undefined;
}

/** Begins a step, unless the caller has cancelled. */
export function beginStep({ onProgress, signal }: Steps, sentence: string): void {
  signal?.throwIfAborted();
  onProgress?.(sentence);
}
