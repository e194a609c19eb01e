import { Emitter } from '../../../src/base/event';
import { AgentDriver } from '../../../src/driver/agentDriver';
import type { AskOptions } from '../../../src/driver/driver';
import type { ProviderDefinition } from '../../../src/providers/model/providerDefinition';
import type { ActivityState } from '../../../src/status/activity';
import type { HookEvent } from '../../../src/status/sources/hookEvent';
import { FakeSessions, sessionInfo } from '../pty/fakeSessions';
import { activity, FakeStatus } from '../status/fakeStatus';
import { ManualClock } from '../manualClock';
import { providerOf } from './transcriptLines';

export const DRIVEN_ID = 'claude-chat-a';

/** An agent whose prompts, status and screen the test controls. */
export class DriverBench {
  readonly clock = new ManualClock();
  readonly sessions = new FakeSessions();
  readonly status = new FakeStatus();
  readonly hooks = new Emitter<HookEvent>();
  readonly typed: string[] = [];
  interrupts = 0;
  /** The number of interrupts that the agent ignores. */
  ignoredInterrupts = 0;
  /** The interval at which the agent writes something, in milliseconds; a multiple of 50. */
  drawsEveryMs = Infinity;
  private passedMs = 0;
  /** Whether the delivery of an interrupt never settles. */
  isStuck = false;
  /** Called during each read of its rows. */
  atRead: () => Promise<void> = () => Promise.resolve();
  rows: readonly string[] = ['❯ '];
  /** The path of the agent's transcript; undefined: none. */
  transcript: string | undefined;
  /** Called by the delivery of a prompt when it may be typed. */
  take: () => Promise<void> = () => Promise.resolve();
  provider: ProviderDefinition | undefined = providerOf('claude');
  readonly driver: AgentDriver;

  constructor() {
    this.put();
    this.does({ kind: 'idle' });
    const { sessions, status, clock } = this;
    sessions.callsOf = () => ({ text: () => this.text() });
    this.driver = new AgentDriver({
      ...{ sessions, status, clock },
      transcripts: {
        find: (_, id) => {
          const path = this.transcript;
          const head = { id, cwd: undefined, modifiedAt: 0, firstPrompt: undefined };
          const found = { ...head, model: undefined };
          return Promise.resolve(path === undefined ? undefined : { ...found, path });
        },
      },
      delivery: {
        send: async (_, prompt, beforeTyping) => {
          beforeTyping?.();
          this.typed.push(prompt);
          await this.take();
        },
        interrupt: () => {
          this.interrupts += 1;
          if (this.interrupts > this.ignoredInterrupts) {
            this.does({ kind: 'idle' });
          }
          return this.isStuck ? new Promise(() => {}) : Promise.resolve();
        },
      },
      onDidReceiveHook: this.hooks.event,
      providerOf: () => this.provider,
      transcriptLocationOf: (_, provider) => ({ provider, cwd: '/', env: {} }),
      conversationOf: () => (this.transcript === undefined ? undefined : 'one'),
    });
  }

  put(change: Parameters<typeof sessionInfo>[0] = {}): void {
    this.sessions.put(sessionInfo({ id: DRIVEN_ID, ...change }));
  }

  does(state: ActivityState, screen: ActivityState = state): void {
    const since = this.clock.now();
    const signal = { ruleId: 'r', reason: 'it says so', at: since };
    this.status.explainAs(DRIVEN_ID, {
      activity: activity(state),
      signals: [{ ...signal, source: 'screen', state: screen }],
      ...{
        overruled: [],
        screen: [],
        matchesScreen: true,
        rules: '',
        ruleProblems: [],
        notices: [],
      },
    });
    this.status.put(DRIVEN_ID, state, { source: 'program', since });
  }

  private async text(): Promise<string> {
    await this.atRead();
    return this.rows.join('\n');
  }

  ask(options: AskOptions = {}): Promise<{ response: string; endedBy: string }> {
    return this.driver.ask(DRIVEN_ID, 'go', options);
  }

  /** Lets time pass, and runs all callbacks. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 50) {
      await settle();
      this.clock.advance(Math.min(50, left));
      this.passedMs += 50;
      if (this.passedMs % this.drawsEveryMs === 0) {
        this.put({ lastOutputAt: this.clock.now() });
      }
    }
    await settle();
  }

  /** Asks, and begins the turn. */
  async begin(options: AskOptions = {}) {
    const answer = this.ask(options);
    answer.catch(() => {});
    await settle();
    this.does({ kind: 'working' });
    await this.pass(100);
    return answer;
  }
}

/** Runs all callbacks that do not depend on the clock. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
