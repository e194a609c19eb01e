import assert from 'node:assert/strict';
import { InterruptReadiness } from '../../../src/agents/prompts/interruptReadiness';
import { PersonTyping } from '../../../src/agents/prompts/personTyping';
import { PromptDelivery } from '../../../src/agents/prompts/promptDelivery';
import { PromptReadiness } from '../../../src/agents/prompts/promptReadiness';
import { PromptSubmission } from '../../../src/agents/prompts/promptSubmission';
import { PromptTyping } from '../../../src/agents/prompts/promptTyping';
import { SessionError } from '../../../src/base/errors';
import type { SessionInfo, VisibleScreen } from '../../../src/pty/sessionService';
import type { ActivityState } from '../../../src/status/activity';
import { FakeAgentStatus } from '../status/fakeAgentStatus';
import { sessionInfo } from '../pty/fakeSessions';
import { ManualClock } from '../manualClock';
import { providerOf } from './transcriptLines';

/** The input for the prompt `do it`. */
export const PASTE = '\x1b[200~do it\x1b[201~';

/** A session whose agent accepts pastes. */
export const agent = (change: Partial<SessionInfo> = {}): SessionInfo =>
  sessionInfo({ id: 'a', bracketedPaste: true, ...change });

export const shell = (change: Partial<SessionInfo> = {}): SessionInfo =>
  sessionInfo({ id: 'shell-chat-1', ...change });

export const fails = (promise: Promise<unknown>, code: string, words = /./): Promise<void> =>
  assert.rejects(
    promise,
    (error) => SessionError.is(error) && error.code === code && words.test(error.message),
  );

export interface Reaction {
  readonly draw: (...rows: readonly string[]) => void;
  /** Moves the cursor to a column of its row; undefined: does not move it. */
  readonly place: (column: number | undefined) => void;
  readonly after: (ms: number, act: () => void) => void;
  readonly report: (state: ActivityState) => void;
}

export interface Scene {
  readonly session: SessionInfo | undefined;
  /** Whether the settings define the agent's provider. Default: true. */
  readonly isDefined?: boolean;
  /** Whether the echo is shown. */
  readonly isShown?: boolean;
  readonly status?: ActivityState;
  /** The longest line that its program gets whole, in bytes. Default: any. */
  readonly lineLimit?: number;
  /** The first screen. Default: an empty one. */
  readonly screen?: Pick<VisibleScreen, 'cursor' | 'rows'>;
  /** The agent's reaction to input; by default it draws the input. */
  readonly react?: (data: string, scene: Reaction) => void;
  readonly statusAfter?: (data: string) => ActivityState | undefined;
  /** What the agent draws before and while it gets the prompt. */
  readonly begin?: (reaction: Reaction) => void;
  /** Whether the agent has no rules for its input. */
  readonly isUnruled?: boolean;
  /** A row of each screen that no rule recognises. */
  readonly unrecognised?: RegExp;
  /** Until when no rule recognises its screen, in milliseconds from the begin. */
  readonly unrecognisedMs?: number;
  /** Whether the status ignores the dialogs on the screen, as after a report that takes one back. */
  readonly hidesDialogs?: boolean;
}

/** The input that is written into a session by `use`; also in `out`, if it rejects. */
export async function written(
  scene: Scene,
  use: (delivery: PromptDelivery, clock: ManualClock) => Promise<void>,
  out: string[] = [],
): Promise<string[]> {
  const { isDefined = true, isShown = true } = scene;
  const clock = new ManualClock();
  const status = new FakeAgentStatus();
  status.hidesDialogs = scene.hidesDialogs === true;
  status.hasRules = scene.isUnruled !== true;
  const { unrecognisedMs = 0 } = scene;
  status.unrecognised = ({ rows }) =>
    clock.monotonic() < unrecognisedMs || rows.some((row) => scene.unrecognised?.test(row));
  if (scene.status) {
    status.set('a', scene.status);
  }
  let screen: VisibleScreen = {
    rows: [],
    cursor: { row: 0, column: 0 },
    altScreen: false,
    title: '',
  };
  const show = (change: Partial<VisibleScreen>): void => {
    screen = { ...screen, ...change };
    status.screens.set('a', screen);
  };
  const draw = (...rows: readonly string[]): void =>
    show({ rows, cursor: { row: rows.length - 1, column: rows.at(-1)?.length ?? 0 } });
  const place = (column = screen.cursor.column): void =>
    show({ cursor: { ...screen.cursor, column } });
  show(scene.screen ?? {});
  const after = (ms: number, act: () => void): void => void clock.schedule(ms, act);
  const report = (state: ActivityState): void => status.set('a', state);
  scene.begin?.({ draw, place, after, report });
  const react = scene.react ?? ((data) => draw(`drawn: ${out.length} ${data}`));
  const session = {
    write: (data: string | Uint8Array) => {
      out.push(data.toString());
      react(data.toString(), { draw, place, after, report });
      const next = scene.statusAfter?.(data.toString());
      if (next) {
        status.set('a', next);
      }
    },
    writeAfter: () => assert.fail('only answers are meant for one screen'),
    screen: () => Promise.resolve(screen),
    colouredText: () => Promise.resolve(screen.rows.join('\n')),
  };
  const sessions = {
    get: () => scene.session,
    find: () => session,
    onDidChange: () => ({ dispose() {} }),
  };
  const delivery = new PromptDelivery({
    sessions,
    status,
    readiness: new PromptReadiness(sessions, status, clock),
    interrupts: new InterruptReadiness(status, clock),
    personTyping: new PersonTyping(sessions, clock),
    submission: new PromptSubmission({ sessions, status, clock }),
    typing: new PromptTyping(sessions, clock),
    readLineLimit: () => Promise.resolve(scene.lineLimit ?? Infinity),
    providerOf: ({ id }) => (isDefined && id !== shell().id ? providerOf('claude') : undefined),
    echo: { watch: () => Promise.resolve(() => Promise.resolve(isShown)) },
    notify: (message) => out.push(`notice: ${message}`),
  });
  let settled = false;
  const done = use(delivery, clock).finally(() => (settled = true));
  done.catch(() => {});
  for (let turn = 0; !settled && turn < 500; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(200);
  }
  assert.ok(settled, 'the delivery never settled');
  await done;
  return out;
}
