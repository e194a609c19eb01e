import type { Memory } from './runMemoryTrial';

/** Screens that are filled. Their memory is measured once those without a viewer are compressed. */
export interface Filled {
  readonly memory: Promise<Memory>;
}

/**
 * Resolves once `measure` reports that all screens are filled: while they are compressed, which mostly is a wait, the
 * next ones are filled.
 */
export async function fill(measure: (onFilled: () => void) => Promise<Memory>): Promise<Filled> {
  return new Promise((fulfil, reject) => {
    const memory = measure(() => fulfil({ memory }));
    // Also if the trial reports nothing before its end.
    memory.then(() => fulfil({ memory }), reject);
  });
}
