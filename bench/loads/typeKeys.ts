import type { Event } from '../../src/base/event';

/** A program that repeats its input. The kernel's echo is off. */
export const REPEATER = ['sh', '-c', 'stty raw -echo; printf ready; exec cat'] as const;

/** Pause before each key, in which the program and the event loop become idle. */
export const PAUSE_MS = 2;

/** A program that repeats keys, and the viewer that types them. */
export interface Echo {
  readonly onOutput: Event<unknown>;
  write(key: string): void;
  end(): Promise<void> | void;
}

/** Types `count` keys. Returns the milliseconds until each key's echo. */
export async function typeKeys(echo: Echo, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let key = 0; key < count; key++) {
    times.push(await typeKey(echo));
  }
  return times;
}

/** Types one key after a pause. Returns the milliseconds until its echo. */
export async function typeKey(echo: Echo, pauseMs: number = PAUSE_MS): Promise<number> {
  await new Promise((fulfil) => setTimeout(fulfil, pauseMs));
  const start = performance.now();
  const echoed = nextEvent(echo.onOutput);
  echo.write('k');
  await echoed;
  return performance.now() - start;
}

function nextEvent(event: Event<unknown>): Promise<void> {
  return new Promise((fulfil) => {
    const listener = event(() => {
      listener.dispose();
      fulfil();
    });
  });
}
