import assert from 'node:assert/strict';
import { Answers } from '../../../src/agents/dialogs/answers';
import { PersonTyping } from '../../../src/agents/prompts/personTyping';
import { PromptTyping } from '../../../src/agents/prompts/promptTyping';
import { SessionError } from '../../../src/base/errors';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import type { SessionInfo } from '../../../src/pty/sessionService';
import { requestOf } from '../../../src/status/activity';
import type { ReadableScreen } from '../../../src/status/screens/screenParts';
import { sessionInfo } from '../pty/fakeSessions';
import { ManualClock } from '../manualClock';
import { FakeAgentStatus } from '../status/fakeAgentStatus';
import { readRecordedScreen } from '../status/recordedScreens';

/** An agent, session `a`, that shows recorded screens and whose questions `answers` answers. */
export class AnsweredAgent {
  readonly clock = new ManualClock();
  readonly status = new FakeAgentStatus();
  /** The typed keys, in order. */
  readonly typed: string[] = [];
  readonly answers: Answers;
  /** Undefined if there is no session. */
  session: SessionInfo | undefined = sessionInfo({ id: 'a', label: 'Ada' });
  /** The screen with its colours. */
  coloured = '';
  /** The agent's reaction to a key; by default it is idle after the first. */
  react: (data: string) => unknown = () =>
    this.show(readRecordedScreen('claude-04-idle.txt').screen);

  /** Called when keys arrive, before they are typed. */
  beforeWrite: () => void = () => undefined;

  constructor() {
    const type = (data: string): void => {
      this.typed.push(data);
      this.react(data);
    };
    const session = {
      write: (data: string | Uint8Array) => {
        this.beforeWrite();
        type(data.toString());
      },
      writeAfter: (output: number, data: string) => {
        this.beforeWrite();
        const isLast = output === this.status.output;
        if (isLast) {
          type(data);
        }
        return Promise.resolve(isLast);
      },
      colouredText: () => Promise.resolve(this.coloured),
      screen: () => assert.fail('an answer needs only keys and the status'),
    };
    const sessions = { get: () => this.session, find: () => session };
    this.answers = new Answers({
      sessions,
      status: this.status,
      clock: this.clock,
      typing: new PromptTyping(sessions, this.clock),
      personTyping: new PersonTyping(sessions, this.clock),
      providerOf: () => BUILT_IN_PROVIDERS.find(({ id }) => id === this.status.provider),
      sendPrompt: (id, prompt) =>
        Promise.resolve(void this.typed.push(`prompt to ${id}: ${prompt}`)),
    });
  }

  /** Shows a screen, and sets the status by it. */
  show(screen: ReadableScreen): void {
    this.status.output++;
    this.status.show('a', screen);
  }

  /** Approves the request of the current status, as if the person saw it; or the text `shown`. */
  approve(shown = this.shown): Promise<void> {
    return this.answers.approve('a', shown);
  }

  /** The text of the whole request in the current status; empty if there is none. */
  get shown(): string {
    const request = requestOf(this.status.get('a').state);
    return request.kind === 'whole' ? request.text : '';
  }

  /** Advances the clock until `answer` has settled. */
  async through(answer: Promise<void>): Promise<void> {
    let settled = false;
    const done = answer.finally(() => (settled = true));
    done.catch(() => {});
    for (let turn = 0; !settled && turn < 300; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      this.clock.advance(100);
    }
    assert.ok(settled, 'the answer never settled');
    return done;
  }

  /** Expects `ILLEGAL_STATE` with a message that matches `words`. */
  refused(answer: Promise<void>, words: RegExp): Promise<void> {
    return assert.rejects(
      this.through(answer),
      (error) => SessionError.is(error, 'ILLEGAL_STATE') && words.test(error.message),
    );
  }
}

/** The same screen with `from` replaced in each of its rows. */
export function replaceRow(screen: ReadableScreen, from: RegExp, to: string): ReadableScreen {
  return { ...screen, rows: screen.rows.map((row) => row.replace(from, to)) };
}

/** The same screen with `row` above the first row that matches `before`. */
export function insertRow(screen: ReadableScreen, row: string, before: RegExp): ReadableScreen {
  return {
    ...screen,
    rows: screen.rows.toSpliced(
      screen.rows.findIndex((one) => before.test(one)),
      0,
      row,
    ),
  };
}
