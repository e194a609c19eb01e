import { constants } from 'node:os';
import type { PtyExit } from '../ptyProcess';

/**
 * Converts the exit reported by `node-pty`: without a signal, or with signal 0, the program ended
 * by itself.
 */
export function toPtyExit(exitCode: number, signal: number | undefined): PtyExit {
  const name = signal ? signalName(signal) : undefined;
  return name ? { exitCode: undefined, signal: name } : { exitCode, signal: undefined };
}

/** Signal numbers differ between systems, so the name is looked up on the current one. */
function signalName(number: number): NodeJS.Signals | undefined {
  const entry = Object.entries(constants.signals).find(([, value]) => value === number);
  return entry?.[0] as NodeJS.Signals | undefined;
}
