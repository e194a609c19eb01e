/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal | undefined): Promise<'aborted'> {
  return new Promise((resolve) => {
    const handleAbort = (): void => resolve('aborted');
    if (signal?.aborted) {
      handleAbort();
    }
    signal?.addEventListener('abort', handleAbort, { once: true });
  });
}
