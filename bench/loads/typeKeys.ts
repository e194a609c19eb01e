import type { Event } from '../../src/base/event';

/** What repeats each key by itself: the kernel's echo is off, and nothing is to be said but keys. */
export const REPEATER = ['sh', '-c', 'stty raw -echo; printf ready; exec cat'] as const;

/** Between two keys: the program and the loop have come to rest. */
export const PAUSE_MS = 2;

/** Where keys are typed and come back. */
export interface Echo {
  readonly onOutput: Event<unknown>;
  write(key: string): void;
  end(): Promise<void> | void;
}

/** The milliseconds that each of `count` keys took to come back. */
export async function typeKeys(echo: Echo, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let key = 0; key < count; key++) {
    times.push(await typeKey(echo));
  }
  return times;
}

/** Types one key after a pause, and gives the milliseconds until it is back. */
export async function typeKey(echo: Echo, pauseMs: number = PAUSE_MS): Promise<number> {
  await new Promise((fulfil) => setTimeout(fulfil, pauseMs));
  const start = performance.now();
  const came = next(echo.onOutput);
  echo.write('k');
  await came;
  return performance.now() - start;
}

function next(event: Event<unknown>): Promise<void> {
  return new Promise((fulfil) => {
    const listening = event(() => {
      listening.dispose();
      fulfil();
    });
  });
}
