/** Reports progress of a long operation and cancels it. */
export interface Steps {
  /** Called with a short sentence before each step. */
  readonly onProgress?: ((sentence: string) => void) | undefined;
  /** Aborting rejects with the signal's reason, after partial work has been removed. */
  readonly signal?: AbortSignal | undefined;
}

export function beginStep({ onProgress, signal }: Steps, sentence: string): void {
  signal?.throwIfAborted();
  onProgress?.(sentence);
}
