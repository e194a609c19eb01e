import assert from 'node:assert/strict';
import { PromptTyping, READY_TIMEOUT_MS } from '../../../src/agents/promptTyping';
import { Emitter } from '../../../src/base/event';
import type { SessionEvent, SessionInfo } from '../../../src/pty/sessionService';
import { sessionInfo } from '../../support/fakeSessions';
import { ManualClock } from '../../support/manualClock';

const SESSION = sessionInfo({ id: 'a', state: 'active' });

describe('PromptTyping', () => {
  let clock: ManualClock;
  let session: SessionInfo | undefined;
  let changes: Emitter<SessionEvent>;
  let written: string[];
  let typing: PromptTyping;

  beforeEach(() => {
    clock = new ManualClock();
    session = SESSION;
    changes = new Emitter();
    written = [];
    typing = new PromptTyping(
      {
        get: () => session,
        write: (_id, data) => written.push(data.toString()),
        onDidChange: changes.event,
      },
      clock,
    );
  });

  afterEach(() => {
    typing.dispose();
    assert.equal(clock.pendingTimers, 0, 'a timer outlived the typing');
  });

  const change = (next: Partial<SessionInfo>, type: SessionEvent['type'] = 'changed') => {
    session = { ...SESSION, ...next };
    changes.fire({ type, session });
  };
  /** Lets every promise that can go on go on. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('types write by write, with the pauses between them', async () => {
    const done = typing.type('a', () => [
      { data: 'text', waitMs: 150 },
      { data: '\r', waitMs: 0 },
    ]);
    await settle();
    assert.deepEqual(written, ['text']);
    clock.advance(150);
    await settle();
    assert.deepEqual(written, ['text', '\r']);
    clock.advance(0);
    await done;
  });

  it('types a second prompt after the first, not into it', async () => {
    const first = typing.type('a', () => [{ data: 'one', waitMs: 100 }]);
    const second = typing.type('a', () => [{ data: 'two', waitMs: 0 }]);
    await settle();
    assert.deepEqual(written, ['one']);
    clock.advance(100);
    await first;
    await settle();
    clock.advance(0);
    await second;
    assert.deepEqual(written, ['one', 'two']);
  });

  it('is ready when the agent falls silent', async () => {
    const ready = typing.untilReady('a');
    change({ state: 'idle' });
    assert.equal(await ready, 'ready');
  });

  it('types nothing more once another session has the id', async () => {
    const done = typing.type('a', () => [
      { data: 'text', waitMs: 150 },
      { data: '\r', waitMs: 0 },
    ]);
    await settle();
    session = { ...SESSION, life: 2 };
    clock.advance(150);
    await done;
    assert.deepEqual(written, ['text']);
  });

  it('is not ready while the agent has drawn nothing', async () => {
    const ready = typing.untilReady('a');
    change({ state: 'idle', hasOutput: false });
    change({ state: 'active' });
    clock.advance(READY_TIMEOUT_MS);
    assert.equal(await ready, 'timeout');
  });

  it('is ready at once for an agent that is silent already', async () => {
    session = { ...SESSION, state: 'idle' };
    assert.equal(await typing.untilReady('a'), 'ready');
  });

  it('gives up on an agent that ends, or leaves its place to a shell', async () => {
    const ended = typing.untilReady('a');
    change({ state: 'terminated' }, 'exit');
    assert.equal(await ended, 'gone');
    session = SESSION;
    const left = typing.untilReady('a');
    change({ agentExitCode: 1 }, 'agentExit');
    assert.equal(await left, 'gone');
  });

  it('gives up on an agent that is never silent', async () => {
    const ready = typing.untilReady('a');
    clock.advance(READY_TIMEOUT_MS);
    assert.equal(await ready, 'timeout');
  });
});
