import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { PlannedConversation } from '../../../../src/agents/conversations/plannedConversation';
import { SessionConversations } from '../../../../src/agents/conversations/sessionConversations';
import { SessionError } from '../../../../src/base/errors';
import { Emitter } from '../../../../src/base/event';
import type { LearnedConversation, LearnRequest } from '../../../../src/conversations/learnRequest';
import { codex } from '../../../../src/providers/catalog/codex/definition';
import type { SessionEvent, SessionSpec } from '../../../../src/pty/sessionService';
import { SessionOwnership } from '../../../../src/ownership/sessionOwnership';
import type { Lease } from '../../../../src/ownership/windowFile';
import type { SessionMapEntry } from '../../../../src/tasks/sessionMapFile';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';
import { specOf } from '../../../support/pty/useSessionManager';

const ID = 'codex-main-t1';
const NEW = { choice: { kind: 'fresh', uuid: undefined }, id: undefined, notices: [] } as const;
const PLACE = { provider: codex, cwd: '/home/ada', env: {} };
const LEARNT: PlannedConversation = { ...NEW, learnFrom: PLACE };
const RESUMED: PlannedConversation = {
  choice: { kind: 'resume', id: 'u' },
  id: 'u',
  notices: [],
  fallback: LEARNT,
};

/** One window, and what others hold. */
class Fixture {
  readonly events = new Emitter<SessionEvent>();
  readonly clock = new ManualClock();
  readonly map = new Map<string, SessionMapEntry>();
  readonly held = new Map<string, Lease>();
  readonly learning: LearnRequest[] = [];
  readonly errors: unknown[] = [];
  readonly log: string[] = [];
  elsewhere: readonly Lease[] = [];
  refuses = false;
  /** What happens in the last look of each learner. */
  lastLook: () => Promise<unknown> = () => Promise.resolve();
  /** Looking at other windows takes until this settles. */
  looked: Promise<unknown> = Promise.resolve();

  private readonly leases = {
    claim: (lease: Lease): Promise<void> => {
      if (this.refuses) {
        return Promise.reject(new SessionError('ILLEGAL_STATE', 'held'));
      }
      return Promise.resolve(void this.held.set(lease.ptyId, lease));
    },
    readOthers: () => this.looked.then(() => this.elsewhere),
    release: (ptyId: string) => Promise.resolve(void this.held.delete(ptyId)),
  };

  readonly ownership = new SessionOwnership({
    sessions: { onDidChange: this.events.event },
    leases: this.leases,
    clock: this.clock,
    handleError: (error) => this.errors.push(error),
  });

  readonly conversations = new SessionConversations({
    sessions: { create: (spec) => this.start(spec), onDidChange: this.events.event },
    ownership: this.ownership,
    leases: this.leases,
    map: {
      entries: this.map,
      put: (ptyId, entry) => Promise.resolve(void this.map.set(ptyId, entry)),
      remove: (ptyId) => Promise.resolve(void this.map.delete(ptyId)),
    },
    learner: {
      learn: (request) => {
        this.learning.push(request);
        const leave = (): void => void this.learning.splice(this.learning.indexOf(request), 1);
        return {
          ready: Promise.resolve(),
          end: () => this.lastLook().then(leave),
          dispose: leave,
        };
      },
    },
    clock: this.clock,
    logger: { info: (message) => void this.log.push(message) },
    handleError: (error) => this.errors.push(error),
  });

  /** What the newest learner is told; whether it was taken. */
  learned(learned: LearnedConversation): Promise<boolean> | undefined {
    return this.learning.at(-1)?.onLearned(learned);
  }

  fire(type: SessionEvent['type'], change: Parameters<typeof sessionInfo>[0] = {}): void {
    this.events.fire({ type, session: sessionInfo({ id: ID, workDir: '/home/ada', ...change }) });
  }

  private start(spec: SessionSpec) {
    return Promise.resolve(sessionInfo({ id: spec.id, workDir: spec.program.cwd }));
  }
}

describe('SessionConversations', () => {
  let window: Fixture;
  beforeEach(() => {
    window = new Fixture();
  });
  afterEach(() => {
    window.conversations.dispose();
    window.ownership.dispose();
  });

  it('keeps what a session holds when another of its id is refused', async () => {
    await window.conversations.create(specOf(ID), LEARNT);
    await assert.rejects(window.conversations.create(specOf(ID), LEARNT), (error) =>
      SessionError.is(error, 'SESSION_EXISTS'),
    );
    assert.deepEqual([...window.held.keys()], [ID]);
    assert.equal(window.learning.length, 1);
    window.fire('exit');
    await setImmediate();
    assert.deepEqual([window.held.size, window.learning.length], [0, 0]);
    await window.conversations.create(specOf(ID), LEARNT);
  });

  it('logs what is to be said of a conversation once it is begun, and not before', async () => {
    const conversation = { ...RESUMED, logMessage: 'Still running.' };
    window.refuses = true;
    await assert.rejects(window.conversations.create(specOf(ID), conversation));
    assert.deepEqual(window.log, []);
    window.refuses = false;
    await window.conversations.create(specOf(ID), conversation);
    assert.deepEqual(window.log, ['Still running.']);
  });

  it('forgets the conversation that a new one without an id is begun instead of, once it is begun', async () => {
    window.map.set(ID, { uuid: 'stale', cwd: '/home/ada' });
    window.refuses = true;
    await assert.rejects(window.conversations.create(specOf(ID), LEARNT));
    assert.equal(window.map.get(ID)?.uuid, 'stale');
    window.refuses = false;
    await window.conversations.create(specOf(ID), LEARNT);
    assert.equal(window.map.has(ID), false);
  });

  it('lets go of the id where another window holds the session', async () => {
    window.refuses = true;
    await assert.rejects(window.conversations.create(specOf(ID), LEARNT));
    window.refuses = false;
    await window.conversations.create(specOf(ID), LEARNT);
  });

  it('remembers and holds what was learnt', async () => {
    await window.conversations.create(specOf(ID), LEARNT);
    assert.equal(await window.learned({ id: 'x', startedAt: window.clock.now() }), true);
    assert.deepEqual(window.map.get(ID), { uuid: 'x', cwd: '/home/ada' });
    assert.equal(window.held.get(ID)?.conversation, 'x');
  });

  const minute = 60_000;
  const rivals: readonly (readonly [title: string, change: Partial<Lease>, isTaken: boolean])[] = [
    ['of the same moment', {}, false],
    ['that began since', { startedAt: minute }, false],
    ['that may have begun a second one', { startedAt: minute, conversation: 'y' }, false],
    ['of another provider', { ptyId: 'claude-main-t2' }, true],
    ['that began after it', { startedAt: 3 * minute }, true],
  ];
  for (const [title, change, isTaken] of rivals) {
    it(`${isTaken ? 'takes' : 'leaves'} what appears beside a session of another window ${title}`, async () => {
      await window.conversations.create(specOf(ID), LEARNT);
      const startedAt = window.clock.now();
      const rival = { ptyId: 'codex-main-t2', conversation: undefined, workDir: '/home/ada' };
      const began = startedAt + (change.startedAt ?? 0);
      window.elsewhere = [{ ...rival, ...change, startedAt: began }];
      const late = startedAt + minute + 1000;
      assert.equal(await window.learned({ id: 'x', startedAt: late }), isTaken);
      assert.deepEqual([window.map.size, window.errors], [Number(isTaken), []]);
    });
  }

  it('takes nothing that another window holds by now', async () => {
    await window.conversations.create(specOf(ID), LEARNT);
    window.refuses = true;
    assert.equal(await window.learned({ id: 'x', startedAt: window.clock.now() }), false);
    assert.deepEqual([window.map.size, window.errors.length], [0, 1]);
  });

  it('has who goes on with a conversation take part among those that wait for theirs', async () => {
    await window.conversations.create(specOf(ID), RESUMED);
    const waiting = () => window.learning.map(({ hasConversation }) => !hasConversation);
    assert.deepEqual(waiting(), [false]);
    window.fire('changed', { fellBack: true });
    await setImmediate();
    assert.deepEqual(waiting(), [true], 'the first is over');
  });

  describe('as a session ends', () => {
    const learnNow = () => window.learning[0]?.onLearned({ id: 'x', startedAt: 0 });

    it('tells the other windows of it until it was looked at for the last time', async () => {
      await window.conversations.create(specOf(ID), LEARNT);
      let heldMeanwhile = false;
      window.lastLook = async () => {
        await learnNow();
        heldMeanwhile = window.held.has(ID);
      };
      window.fire('exit');
      await window.ownership.settle();
      assert.deepEqual([heldMeanwhile, window.held.has(ID)], [true, false]);
      assert.deepEqual(window.map.get(ID), { uuid: 'x', cwd: '/home/ada' });
    });

    it('gives what it learns by then to no other session of its id', async () => {
      await window.conversations.create(specOf(ID), LEARNT);
      window.lastLook = async () => {
        await window.conversations.create(specOf(ID), RESUMED);
        assert.equal(await learnNow(), false);
      };
      window.fire('exit');
      await window.ownership.settle();
      assert.equal(window.held.get(ID)?.conversation, 'u', 'the lease is the other one by now');
      assert.deepEqual(window.map.get(ID), { uuid: 'u', cwd: '/home/ada' });
    });

    it('gives what is just being learned of it to no other session of its id', async () => {
      await window.conversations.create(specOf(ID), LEARNT);
      let go = (): void => {};
      window.looked = new Promise<void>((resolve) => (go = resolve));
      const learned = learnNow();
      window.fire('exit');
      await window.conversations.create(specOf(ID), RESUMED);
      go();
      assert.equal(await learned, false);
      assert.equal(window.held.get(ID)?.conversation, 'u');
      assert.deepEqual(window.map.get(ID), { uuid: 'u', cwd: '/home/ada' });
    });

    it('leaves what another window goes on with as that one remembers it', async () => {
      await window.conversations.create(specOf(ID), LEARNT);
      window.elsewhere = [{ ptyId: ID, conversation: 'y' }];
      assert.equal(await learnNow(), false);
      assert.equal(window.map.size, 0);
    });

    it('lets go in the end, though the last look never ends', async () => {
      await window.conversations.create(specOf(ID), LEARNT);
      window.lastLook = () => new Promise(() => {});
      window.fire('exit');
      window.clock.advance(5_000);
      await window.ownership.settle();
      assert.equal(window.held.has(ID), false);
    });
  });

  describe('where a conversation is refused', () => {
    it('remembers it until the new one has an id', async () => {
      await window.conversations.create(specOf(ID), RESUMED);
      window.fire('changed', { fellBack: true });
      await setImmediate();
      assert.deepEqual(window.map.get(ID), { uuid: 'u', cwd: '/home/ada' });
      await window.learned({ id: 'x', startedAt: window.clock.now() });
      assert.deepEqual(window.map.get(ID), { uuid: 'x', cwd: '/home/ada' });
    });

    it('remembers it with the new one that has an id', async () => {
      const fallback = { ...NEW, choice: { kind: 'fresh', uuid: 'n' }, id: 'n' } as const;
      await window.conversations.create(specOf(ID), { ...RESUMED, fallback });
      window.fire('changed', { fellBack: true });
      await setImmediate();
      assert.deepEqual(window.map.get(ID), { uuid: 'n', cwd: '/home/ada', insteadOf: 'u' });
      assert.equal(window.held.get(ID)?.conversation, 'n');
    });
  });
});
