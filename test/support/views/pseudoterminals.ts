import assert from 'node:assert/strict';
import { setImmediate as settle } from 'node:timers/promises';
import { nullLogger } from '../../../src/base/logger';
import type { Dimensions } from '../../../src/pty/ptyProcess';
import type { SessionInfo } from '../../../src/pty/sessionService';
import { AgentPseudoterminal } from '../../../src/views/terminals/agentPseudoterminal';
import type { TerminalSession } from '../../../src/views/terminals/terminalSubject';
import { FakeSessions, sessionInfo } from '../pty/fakeSessions';
import { ManualClock } from '../manualClock';

/** A terminal of a session, and the events that VS Code receives from it. */
export function createTerminal(view: Partial<TerminalSession> = {}) {
  const clock = new ManualClock();
  const sessions = new FakeSessions();
  /** The sessions that are taken over from other windows, and whether they exist. */
  const taken = { ids: [] as string[], isThere: true };
  const takeBack = (id: string): Promise<boolean> => {
    taken.ids.push(id);
    return Promise.resolve(taken.isThere);
  };
  const terminal = new AgentPseudoterminal(
    { sessions, clock, terminalScrollback: () => 100, takeBack, log: nullLogger },
    { sessionId: 'ada-main-t1', label: 'Ada', cwd: '/home/ada/app', ...view },
  );
  const seen = { text: '', names: [] as string[], closed: [] as (number | void)[] };
  terminal.onDidWrite((text) => (seen.text += text));
  terminal.onDidChangeName((name) => seen.names.push(name));
  terminal.onDidClose((code) => seen.closed.push(code));
  return { clock, sessions, terminal, seen, taken };
}

/** A terminal whose session exists after its launch. */
export function createStartingTerminal() {
  const launches: (Dimensions | undefined)[] = [];
  const parts = createTerminal({
    launch: (size) => {
      launches.push(size);
      parts.sessions.put(sessionInfo());
      return Promise.resolve();
    },
  });
  return { ...parts, launches };
}

/** A terminal that is attached to its session. */
export async function openLiveTerminal(
  overrides: Partial<SessionInfo> = {},
  view: Partial<TerminalSession> = {},
) {
  const parts = createTerminal(view);
  parts.sessions.put(sessionInfo(overrides));
  parts.terminal.open({ columns: 80, rows: 24 });
  parts.clock.advance(150);
  await settle();
  const attachment = parts.sessions.attachments[0];
  assert.ok(attachment);
  return { ...parts, attachment };
}
