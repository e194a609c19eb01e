import assert from 'node:assert/strict';
import { BlockedError, SessionError } from '../../../src/base/errors';
import { AskError } from '../../../src/driver/askFailure';
import { DRIVEN_ID as ID, DriverBench, settle } from '../../support/agents/driverBench';
import { likelyQuestion, needsInput } from '../../support/status/fakeStatus';

const ANSWER = ['❯ go', '', '● yes', '❯ '];

describe('AgentDriver', () => {
  let bench: DriverBench;

  beforeEach(() => {
    bench = new DriverBench();
  });

  it('returns the answer when the agent reports its end, and its screen agrees', async () => {
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

  it('does not let a title contradict the end', async () => {
    const asked = bench.begin();
    await settle();
    bench.rows = ANSWER;
    bench.does({ kind: 'done' });
    const explanation = await bench.status.explain(ID);
    const signals = explanation.signals.map((signal) => ({
      ...signal,
      source: 'title' as const,
      state: { kind: 'working' as const },
    }));
    bench.status.explainAs(ID, { ...explanation, signals });
    await bench.pass(1500);
    assert.equal((await asked).endedBy, 'program');
  });

  it('prefers the text of a hook to that of the screen', async () => {
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

  function goAtRead(one: DriverBench, what: 'done' | 'ended'): void {
    one.atRead = async () => {
      await one.sessions.find(ID)?.kill();
      throw new SessionError('SESSION_NOT_FOUND', `There is no session ${ID}.`);
    };
    if (what === 'done') {
      one.does({ kind: 'done' });
    } else {
      one.put({ agentExitCode: 1 });
    }
  }

  const ends: readonly (readonly [string, string, RegExp, (bench: DriverBench) => void])[] = [
    ['asks', 'NEEDS_INPUT', /asks "May I\?"/, () => bench.does(needsInput('May I?'))],
    ['fails', 'ILLEGAL_STATE', /could not answer/, () => bench.does({ kind: 'failed' })],
    ['ends', 'SESSION_EXITED', /ended before/, () => bench.put({ agentExitCode: 1 })],
    [
      'was replaced by another one',
      'SESSION_EXITED',
      /ended before/,
      () => bench.put({ generation: 2 }),
    ],
    ['is removed', 'SESSION_EXITED', /ended before/, () => void bench.sessions.find(ID)?.kill()],
    [
      'goes away while its screen is read',
      'SESSION_EXITED',
      /ended before/,
      (bench) => goAtRead(bench, 'done'),
    ],
    [
      'goes away while its end is reported',
      'SESSION_EXITED',
      /ended before/,
      (bench) => goAtRead(bench, 'ended'),
    ],
    [
      'belongs to a window that closes',
      'DETACHED',
      /window is closing/,
      () => bench.driver.dispose(),
    ],
  ];
  for (const [name, code, message, act] of ends) {
    it(`fails with ${code} when the agent ${name}, with the partial answer`, async () => {
      const asked = bench.ask();
      const rejected = assert.rejects(asked, (error) => {
        assert.ok(error instanceof AskError);
        assert.equal(error.code, code);
        assert.match(error.message, message);
        assert.equal(error.response, /removed|goes/.test(name) ? '' : 'yes');
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

  it('ends when the window closes while it interrupts or types for a cancelled ask', async () => {
    for (const typesStill of [false, true]) {
      bench = new DriverBench();
      bench.isStuck = true;
      bench.ignoredInterrupts = 9;
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

  it('types nothing if it is cancelled before the start', async () => {
    await assert.rejects(bench.ask({ signal: AbortSignal.abort(new Error('never')) }), {
      message: 'never',
    });
    assert.deepEqual([bench.typed, bench.interrupts], [[], 0]);
  });

  it('runs one ask at a time, and allows the next after a failure', async () => {
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

  it('waits for a cancelled ask while it interrupts the agent', async () => {
    const controller = new AbortController();
    const left = bench.begin({ signal: controller.signal });
    const rejected = assert.rejects(left, { message: 'enough' });
    await bench.pass(100);
    bench.ignoredInterrupts = 9;
    bench.does({ kind: 'working' });
    controller.abort(new Error('enough'));
    await settle();
    const next = bench.ask();
    await settle();
    assert.deepEqual(bench.typed, ['go']);
    bench.does({ kind: 'idle' });
    await bench.pass(3100);
    await rejected;
    await bench.pass(100);
    assert.deepEqual(bench.typed, ['go', 'go']);
    bench.driver.dispose();
    await assert.rejects(next, { code: 'DETACHED' });
  });

  it('throws the error of a prompt that was not accepted', async () => {
    bench.take = () => Promise.reject(new SessionError('PROMPT_STALLED', 'It does not take it.'));
    await assert.rejects(bench.ask(), { code: 'PROMPT_STALLED' });
    assert.equal(bench.clock.pendingTimers, 0);
  });

  it('fails with the question if the agent asks it while or before the prompt is typed', async () => {
    for (const question of ['May I?', undefined]) {
      bench.take = () => Promise.reject(new BlockedError('It asks.', question));
      await assert.rejects(bench.ask(), {
        code: 'NEEDS_INPUT',
        message: 'It asks.',
        response: '',
        question: question ?? null,
      });
    }
  });

  it('fails with a likely question as with any other', async () => {
    const rejected = assert.rejects(bench.ask(), {
      code: 'NEEDS_INPUT',
      question: 'Connect?',
      message: /^Ada may ask "Connect\?": answer that to continue\.$/,
    });
    await settle();
    bench.does(likelyQuestion('Connect?'));
    await bench.pass(1000);
    await rejected;
  });

  it('reports that a prompt had no effect', async () => {
    const rows = ['Welcome', '', 'One', 'two', '❯ '];
    const cursor = { row: 4, column: 2 };
    bench.sessions.screens.set(ID, { rows, cursor, altScreen: true, title: '' });
    const rejected = assert.rejects(bench.ask(), {
      code: 'PROMPT_STALLED',
      message: /: look at its terminal, which ended with "One \/ two \/ ❯"\.$/,
    });
    await bench.pass(5000);
    await rejected;
  });

  it('refuses to ask a shell or an unknown session', async () => {
    await assert.rejects(bench.driver.ask('claude-chat-z', 'go'), { code: 'SESSION_NOT_FOUND' });
    bench.provider = undefined;
    await assert.rejects(bench.ask(), { code: 'ILLEGAL_STATE' });
  });

  it('refuses asks once it is closed', async () => {
    bench.driver.dispose();
    await assert.rejects(bench.ask(), { code: 'DETACHED' });
  });

  describe('streaming', () => {
    it('yields the growing answer, then returns the result', async () => {
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

    it('interrupts the agent when the caller leaves the loop', async () => {
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

    it('throws the errors of ask', async () => {
      bench.provider = undefined;
      const stream = bench.driver.askStream(ID, 'go');
      await assert.rejects(stream.next(), { code: 'ILLEGAL_STATE' });
    });
  });
});
