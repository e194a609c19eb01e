/** Reports progress of a long operation and cancels it. */
export interface Steps {
  /** Called with a short sentence before each step. */
  readonly onProgress?: ((sentence: string) => void) | undefined;
  /** Aborting rejects with the signal's reason, after partial work has been removed. */
  readonly signal?: AbortSignal | undefined;
}

/** Starts a step, unless the caller has cancelled. */
export function beginStep({ onProgress, signal }: Steps, sentence: string): void {
  signal?.throwIfAborted();
  onProgress?.(sentence);
}
