import { constants } from 'node:os';
import type { PtyExit } from '../ptyProcess';

/** The exit as `node-pty` tells it: signal 0 or none means that the program ended by itself. */
export function toPtyExit(exitCode: number, signal: number | undefined): PtyExit {
  const name = signal ? signalName(signal) : undefined;
  return name ? { exitCode: undefined, signal: name } : { exitCode, signal: undefined };
}

/** Signal numbers differ between systems, so the name is looked up on the one we run on. */
function signalName(number: number): NodeJS.Signals | undefined {
  const entry = Object.entries(constants.signals).find(([, value]) => value === number);
  return entry?.[0] as NodeJS.Signals | undefined;
}
