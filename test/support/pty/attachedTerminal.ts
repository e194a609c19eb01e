import { requireSession } from '../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Terminal } from '@xterm/headless';
import type { AttachOptions, Attachment } from '../../../src/pty/sessionService';
import type { WindowSessions } from '../../../src/pty/windowSessions';
import { waitFor } from '../waitFor';
import { feed, stateOf } from './terminalState';

const LIMIT_MS = 20_000;

/** Attaches a terminal, which parses what it receives at once. */
export function attachTerminal(
  manager: WindowSessions,
  id: string,
  terminal: Terminal,
  options: Partial<AttachOptions> = {},
): Promise<Attachment> {
  const onData = (data: string): void => feed(terminal, data);
  return requireSession(manager, id).attach({ onData, onExit() {}, ...options });
}

/** Waits until a terminal has a state. */
export async function reachesState(
  terminal: Terminal,
  expected: Record<string, unknown>,
  what: string,
): Promise<void> {
  const hasState = (): boolean => isDeepStrictEqual(stateOf(terminal), expected);
  // The difference says more than a timeout.
  await waitFor(hasState, { limitMs: LIMIT_MS, what }).catch(() =>
    assert.deepEqual(stateOf(terminal), expected, what),
  );
}
