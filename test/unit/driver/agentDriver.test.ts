import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import { AgentDriver } from '../../../src/driver/agentDriver';
import { AskError } from '../../../src/driver/askError';
import type { AskOptions } from '../../../src/driver/driver';
import type { ProviderDefinition } from '../../../src/providers/providerDefinition';
import type { HookEvent } from '../../../src/status/hookEvent';
import type { ActivityState } from '../../../src/status/activity';
import { FakeSessions, sessionInfo } from '../../support/fakeSessions';
import { activity, asks, FakeStatus } from '../../support/fakeStatus';
import { ManualClock } from '../../support/manualClock';
import { providerOf } from '../../support/transcriptLines';

const ID = 'claude-chat-a';
const ANSWER = ['❯ go', '', '● yes', '❯ '];

/** An agent whose prompts, status and screen the test makes. */
class Bench {
  readonly clock = new ManualClock();
  readonly sessions = new FakeSessions();
  readonly status = new FakeStatus();
  readonly hooks = new Emitter<HookEvent>();
  readonly typed: string[] = [];
  interrupts = 0;
  /** Of the interrupts, how many are not heard. */
  deafTo = 0;
  /** Whether what types interrupts has ended in the midst of one. */
  isStuck = false;
  rows: readonly string[] = ['❯ '];
  /** What the delivery of a prompt does once it may be typed. */
  take: () => Promise<void> = () => Promise.resolve();
  provider: ProviderDefinition | undefined = providerOf('claude');
  readonly driver: AgentDriver;

  constructor() {
    this.put();
    this.does({ kind: 'idle' });
    const { sessions, status, clock } = this;
    this.driver = new AgentDriver({
      sessions: {
        get: (id) => sessions.get(id),
        onDidChange: sessions.onDidChange,
        screen: (id) => sessions.screen(id),
        text: () => Promise.resolve(this.rows.join('\n')),
      },
      ...{ status, clock },
      transcripts: { find: () => Promise.resolve(undefined) },
      delivery: {
        send: async (_, prompt, beforeTyping) => {
          beforeTyping?.();
          this.typed.push(prompt);
          await this.take();
        },
        interrupt: () => {
          this.interrupts += 1;
          if (this.interrupts > this.deafTo) {
            this.does({ kind: 'idle' });
          }
          return this.isStuck ? new Promise(() => {}) : Promise.resolve();
        },
      },
      onDidReceiveHook: this.hooks.event,
      providerOf: () => this.provider,
      placeOf: (_, provider) => ({ provider, cwd: '/', env: {} }),
      conversationOf: () => undefined,
    });
  }

  put(change: Parameters<typeof sessionInfo>[0] = {}): void {
    this.sessions.put(sessionInfo({ id: ID, ...change }));
  }

  does(state: ActivityState, screen: ActivityState = state): void {
    const since = this.clock.now();
    const signal = { ruleId: 'r', reason: 'it says so', at: since };
    this.status.explainAs(ID, {
      activity: activity(state),
      signals: [{ ...signal, source: 'screen', state: screen }],
      ...{ overruled: [], screen: [], rules: '', ruleProblems: [], remarks: [] },
    });
    this.status.put(ID, state, { source: 'program', since });
  }

  ask(options: AskOptions = {}): Promise<{ response: string; endedBy: string }> {
    return this.driver.ask(ID, 'go', options);
  }

  /** Lets time pass, and all that waits for it happen. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 50) {
      await settle();
      this.clock.advance(Math.min(50, left));
    }
    await settle();
  }

  /** A turn that has begun. */
  async begin(options: AskOptions = {}) {
    const answer = this.ask(options);
    answer.catch(() => {});
    await settle();
    this.does({ kind: 'working' });
    await this.pass(100);
    return answer;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('AgentDriver', () => {
  let bench: Bench;

  beforeEach(() => {
    bench = new Bench();
  });

  it('gives the answer when the agent says that it is done, and its screen agrees', async () => {
    const asked = bench.ask();
    await settle();
    bench.does({ kind: 'working' });
    await bench.pass(100);
    bench.rows = ANSWER;
    bench.does({ kind: 'done' }, { kind: 'working' });
    await bench.pass(500);
    bench.does({ kind: 'done' });
    await bench.pass(1500);
    const { response, endedBy } = await asked;
    assert.deepEqual([response, endedBy, bench.typed], ['yes', 'program', ['go']]);
    assert.equal(bench.clock.pendingTimers, 0);
  });

  it('takes the words of a hook before those of the screen', async () => {
    const asked = bench.ask();
    await settle();
    bench.does({ kind: 'working' });
    bench.rows = ANSWER;
    const payload = { last_assistant_message: 'yes, *indeed*' };
    bench.hooks.fire({
      ptyId: 'claude-chat-b',
      name: 'Stop',
      payload: { last_assistant_message: 'no' },
      at: 0,
    });
    bench.hooks.fire({ ptyId: ID, name: 'Stop', payload, at: 0 });
    bench.does({ kind: 'done' });
    await bench.pass(1500);
    assert.equal((await asked).response, 'yes, *indeed*');
  });

  const ends: readonly (readonly [string, string, RegExp, (bench: Bench) => void])[] = [
    ['asks', 'AGENT_BLOCKED', /asks "May I\?"/, () => bench.does(asks('May I?'))],
    ['fails', 'ILLEGAL_STATE', /could not answer/, () => bench.does({ kind: 'failed' })],
    ['ends', 'SESSION_EXITED', /has ended/, () => bench.put({ agentExitCode: 1 })],
    ['is another one', 'SESSION_EXITED', /has ended/, () => bench.put({ life: 2 })],
    ['is removed', 'SESSION_EXITED', /has ended/, () => void bench.sessions.kill(ID)],
    ['is left', 'DETACHED', /window closes/, () => bench.driver.dispose()],
  ];
  for (const [name, code, message, act] of ends) {
    it(`fails with ${code} when the agent ${name}, and says what was answered`, async () => {
      const asked = bench.ask();
      const rejected = assert.rejects(asked, (error) => {
        assert.ok(error instanceof AskError);
        assert.equal(error.code, code);
        assert.match(error.message, message);
        assert.equal(error.response, name === 'is removed' ? '' : 'yes');
        return true;
      });
      await settle();
      bench.does({ kind: 'working' });
      bench.rows = ANSWER;
      await bench.pass(100);
      act(bench);
      await bench.pass(100);
      await rejected;
      assert.equal(bench.interrupts, 0);
      assert.equal(bench.clock.pendingTimers, 0);
    });
  }

  it('fails with TIMEOUT in time, and leaves the agent at work', async () => {
    const asked = bench.ask({ timeoutMs: 3000 });
    const rejected = assert.rejects(asked, { code: 'TIMEOUT', response: 'yes' });
    await settle();
    bench.rows = ANSWER;
    bench.does({ kind: 'working' });
    await bench.pass(3000);
    await rejected;
    assert.equal(bench.interrupts, 0);
  });

  it('interrupts the agent when it is cancelled', async () => {
    const controller = new AbortController();
    const asked = bench.begin({ signal: controller.signal });
    const rejected = assert.rejects(asked, { message: 'enough' });
    await bench.pass(200);
    controller.abort(new Error('enough'));
    await bench.pass(100);
    await rejected;
    assert.equal(bench.interrupts, 1);
  });

  for (const [deafTo, interrupts] of [
    [1, 2],
    [9, 3],
  ] as const) {
    it(`interrupts it ${interrupts} times where it hears none of the first ${deafTo}`, async () => {
      bench.deafTo = deafTo;
      const controller = new AbortController();
      const asked = bench.begin({ signal: controller.signal });
      const rejected = assert.rejects(asked, { message: 'enough' });
      await bench.pass(200);
      controller.abort(new Error('enough'));
      await bench.pass(3100);
      await rejected;
      assert.equal(bench.interrupts, interrupts);
      assert.equal(bench.clock.pendingTimers, 0);
    });
  }

  it('ends when the window closes, while it interrupts or types for one that is cancelled', async () => {
    for (const typesStill of [false, true]) {
      bench = new Bench();
      bench.isStuck = true;
      bench.deafTo = 9;
      const controller = new AbortController();
      if (typesStill) {
        bench.take = () => new Promise(() => {});
      }
      const rejected = assert.rejects(bench.begin({ signal: controller.signal }), {
        message: 'enough',
      });
      await bench.pass(200);
      controller.abort(new Error('enough'));
      await bench.pass(200);
      bench.driver.dispose();
      bench.driver.dispose();
      await rejected;
      assert.equal(bench.clock.pendingTimers, 0);
    }
  });

  it('types nothing for one that is cancelled before', async () => {
    await assert.rejects(bench.ask({ signal: AbortSignal.abort(new Error('never')) }), {
      message: 'never',
    });
    assert.deepEqual([bench.typed, bench.interrupts], [[], 0]);
  });

  it('is one at a time, and free again after a failure', async () => {
    const asked = bench.begin({ timeoutMs: 1000 });
    const rejected = assert.rejects(asked, { code: 'TIMEOUT' });
    await settle();
    await assert.rejects(bench.ask(), { code: 'SESSION_BUSY' });
    await bench.pass(1000);
    await rejected;
    const next = assert.rejects(bench.ask(), { code: 'AGENT_NOT_READY' });
    await bench.pass(3100);
    await next;
  });

  it('passes on why a prompt was not taken', async () => {
    bench.take = () => Promise.reject(new SessionError('PROMPT_STALLED', 'It does not take it.'));
    await assert.rejects(bench.ask(), { code: 'PROMPT_STALLED' });
    assert.equal(bench.clock.pendingTimers, 0);
  });

  it('says that nothing came of a prompt', async () => {
    const rejected = assert.rejects(bench.ask(), { code: 'PROMPT_STALLED' });
    await bench.pass(5000);
    await rejected;
  });

  it('asks no shell, and nobody who is not there', async () => {
    await assert.rejects(bench.driver.ask('claude-chat-z', 'go'), { code: 'SESSION_NOT_FOUND' });
    bench.provider = undefined;
    await assert.rejects(bench.ask(), { code: 'ILLEGAL_STATE' });
  });

  it('takes no more once it is closed', async () => {
    bench.driver.dispose();
    await assert.rejects(bench.ask(), { code: 'DETACHED' });
  });

  describe('streaming', () => {
    it('yields what there is more of, then returns the answer', async () => {
      const stream = bench.driver.askStream(ID, 'go');
      const first = stream.next();
      await settle();
      bench.does({ kind: 'working' });
      bench.rows = ['❯ go', '', '● y', '❯ '];
      await bench.pass(300);
      assert.deepEqual(await first, { done: false, value: 'y' });
      const second = stream.next();
      bench.rows = ANSWER;
      await bench.pass(300);
      assert.deepEqual(await second, { done: false, value: 'yes' });
      const last = stream.next();
      bench.does({ kind: 'done' });
      await bench.pass(1500);
      const { done, value } = await last;
      assert.ok(done);
      assert.equal(value.response, 'yes');
    });

    it('interrupts the agent when it is left', async () => {
      const stream = bench.driver.askStream(ID, 'go');
      const first = stream.next();
      await settle();
      bench.does({ kind: 'working' });
      bench.rows = ANSWER;
      await bench.pass(300);
      await first;
      const left = stream.return({ response: '', ms: 0, endedBy: 'silence' });
      await bench.pass(300);
      await left;
      assert.equal(bench.interrupts, 1);
      assert.equal(bench.clock.pendingTimers, 0);
    });

    it('throws what asking throws', async () => {
      bench.provider = undefined;
      const stream = bench.driver.askStream(ID, 'go');
      await assert.rejects(stream.next(), { code: 'ILLEGAL_STATE' });
    });
  });
});
