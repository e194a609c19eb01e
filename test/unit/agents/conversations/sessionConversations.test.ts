import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { PlannedConversation } from '../../../../src/agents/conversations/plannedConversation';
import { SessionConversations } from '../../../../src/agents/conversations/sessionConversations';
import { SessionError } from '../../../../src/base/errors';
import { Emitter } from '../../../../src/base/event';
import type { LearnedConversation, LearnRequest } from '../../../../src/conversations/learnRequest';
import { codex } from '../../../../src/providers/catalog/codex/definition';
import { parsePtyId } from '../../../../src/pty/ptyId';
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

/** One window, and the leases of others. */
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
  /** Runs in the last search of each learner. */
  lastSearch: () => Promise<unknown> = () => Promise.resolve();
  /** Reading the leases of other windows takes until this settles. */
  othersRead: Promise<unknown> = Promise.resolve();

  private readonly leases = {
    claim: (lease: Lease): Promise<void> => {
      if (this.refuses) {
        return Promise.reject(new SessionError('ILLEGAL_STATE', 'held'));
      }
      return Promise.resolve(void this.held.set(lease.ptyId, lease));
    },
    readOthers: () => this.othersRead.then(() => this.elsewhere),
    release: (ptyId: string) => Promise.resolve(void this.held.delete(ptyId)),
  };

  readonly ownership = new SessionOwnership({
    sessions: { onDidChange: this.events.event },
    leases: this.leases,
    clock: this.clock,
  });

  /** The process id of the session; null once it has ended. */
  pid: number | null = 7;

  /** The CLI of the provider `work`, which the settings may define as its preset. */
  cliOfWork = 'work';

  readonly conversations = new SessionConversations({
    cliOf: (ptyId) => {
      const id = parsePtyId(ptyId)?.providerId ?? '';
      return id === 'work' ? this.cliOfWork : id;
    },
    sessions: {
      create: (spec) => this.start(spec),
      get: (id) => sessionInfo({ id, pid: this.pid }),
      onDidChange: this.events.event,
    },
    readTerminal: (pid) => Promise.resolve(`/dev/pts/${pid}`),
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
          end: () => this.lastSearch().then(leave),
          dispose: leave,
        };
      },
    },
    clock: this.clock,
    logger: { info: (message) => void this.log.push(message) },
    handleError: (error) => this.errors.push(error),
  });

  /** Passes a conversation to the newest learner; returns whether it was accepted. */
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

  it('keeps the lease and the learner of a session when a second one with its id is refused', async () => {
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

  it('claims the conversation of a preset for the CLI that it extends', async () => {
    window.cliOfWork = 'codex';
    const claims: (string | undefined)[] = [];
    const note = (ptyId: string): unknown => claims.push(window.held.get(ptyId)?.cli);
    await window.conversations.create(specOf('work-main-t1'), LEARNT);
    note('work-main-t1');
    const running = sessionInfo({ id: 'work-main-t2', workDir: '/home/ada' });
    await window.conversations.reconnect(running, { id: 'u' });
    note('work-main-t2');
    window.held.clear();
    await window.conversations.follow(running, 'v');
    note('work-main-t2');
    await window.conversations.create(specOf(ID), LEARNT);
    note(ID);
    assert.deepEqual(claims, ['codex', 'codex', 'codex', undefined]);
  });

  it('learns no conversation that a preset of its CLI may have begun in another window', async () => {
    const rival = { conversation: undefined, workDir: '/home/ada', startedAt: 0 };
    await window.conversations.create(specOf(ID), LEARNT);
    window.elsewhere = [{ ...rival, ptyId: 'work-main-t1', cli: 'codex' }];
    assert.equal(await window.learned({ id: 'u', startedAt: undefined }), false);
    window.elsewhere = [{ ...rival, ptyId: 'work-main-t1' }];
    assert.equal(await window.learned({ id: 'u', startedAt: undefined }), true);
  });

  it('learns a conversation of its own terminal beside a session of another window', async () => {
    await window.conversations.create(specOf(ID), LEARNT);
    window.elsewhere = [
      { conversation: undefined, workDir: '/home/ada', startedAt: 0, ptyId: 'codex-main-t2' },
    ];
    const terminal = await window.learning[0]?.readTerminal();
    assert.equal(terminal, '/dev/pts/7');
    window.pid = null;
    assert.equal(await window.learning[0]?.readTerminal(), terminal);
    assert.equal(await window.learned({ id: 'u', startedAt: undefined }), false);
    assert.equal(await window.learned({ id: 'u', startedAt: undefined, terminal }), true);
  });

  it('logs the message of a conversation after its start, and not before', async () => {
    const conversation = { ...RESUMED, logMessage: 'Still running.' };
    window.refuses = true;
    await assert.rejects(window.conversations.create(specOf(ID), conversation));
    assert.deepEqual(window.log, []);
    window.refuses = false;
    await window.conversations.create(specOf(ID), conversation);
    assert.deepEqual(window.log, ['Still running.']);
  });

  it('removes the stored conversation after a new one without an id has started', async () => {
    window.map.set(ID, { uuid: 'stale', cwd: '/home/ada' });
    window.refuses = true;
    await assert.rejects(window.conversations.create(specOf(ID), LEARNT));
    assert.equal(window.map.get(ID)?.uuid, 'stale');
    window.refuses = false;
    await window.conversations.create(specOf(ID), LEARNT);
    assert.equal(window.map.has(ID), false);
  });

  it('releases the id if another window owns the session', async () => {
    window.refuses = true;
    await assert.rejects(window.conversations.create(specOf(ID), LEARNT));
    window.refuses = false;
    await window.conversations.create(specOf(ID), LEARNT);
  });

  it('stores and claims the learned conversation', async () => {
    await window.conversations.create(specOf(ID), LEARNT);
    assert.equal(await window.learned({ id: 'x', startedAt: window.clock.now() }), true);
    assert.deepEqual(window.map.get(ID), { uuid: 'x', cwd: '/home/ada' });
    assert.equal(window.held.get(ID)?.conversation, 'x');
  });

  const minute = 60_000;
  const rivals: readonly (readonly [title: string, change: Partial<Lease>, isTaken: boolean])[] = [
    ['that started at the same time', {}, false],
    ['that started later, but before the conversation', { startedAt: minute }, false],
    ['that may have started a second one', { startedAt: minute, conversation: 'y' }, false],
    ['of another provider', { ptyId: 'claude-main-t2' }, true],
    ['that started after the conversation', { startedAt: 3 * minute }, true],
  ];
  for (const [title, change, isTaken] of rivals) {
    it(`${isTaken ? 'accepts' : 'rejects'} a conversation beside a session of another window ${title}`, async () => {
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

  it('rejects a conversation if another window has claimed it', async () => {
    await window.conversations.create(specOf(ID), LEARNT);
    window.refuses = true;
    assert.equal(await window.learned({ id: 'x', startedAt: window.clock.now() }), false);
    assert.deepEqual([window.map.size, window.errors.length], [0, 1]);
  });

  it('registers a resumed session with the learner, and as waiting when its fallback starts', async () => {
    await window.conversations.create(specOf(ID), RESUMED);
    const waiting = () => window.learning.map(({ hasConversation }) => !hasConversation);
    assert.deepEqual(waiting(), [false]);
    window.fire('changed', { fellBack: true });
    await setImmediate();
    assert.deepEqual(waiting(), [true], 'the first learner has ended');
  });

  describe('while a session ends', () => {
    const learnNow = () => window.learning[0]?.onLearned({ id: 'x', startedAt: 0 });

    it('keeps the lease until the last search, and stores the conversation learned there', async () => {
      await window.conversations.create(specOf(ID), LEARNT);
      let heldMeanwhile = false;
      window.lastSearch = async () => {
        await learnNow();
        heldMeanwhile = window.held.has(ID);
      };
      window.fire('exit');
      await window.ownership.settle();
      assert.deepEqual([heldMeanwhile, window.held.has(ID)], [true, false]);
      assert.deepEqual(window.map.get(ID), { uuid: 'x', cwd: '/home/ada' });
    });

    it('does not store a conversation of the last search for a new session with its id', async () => {
      await window.conversations.create(specOf(ID), LEARNT);
      window.lastSearch = async () => {
        await window.conversations.create(specOf(ID), RESUMED);
        assert.equal(await learnNow(), false);
      };
      window.fire('exit');
      await window.ownership.settle();
      assert.equal(window.held.get(ID)?.conversation, 'u', 'the lease belongs to the new session');
      assert.deepEqual(window.map.get(ID), { uuid: 'u', cwd: '/home/ada' });
    });

    it('does not store a conversation that is still being learned for a new session with its id', async () => {
      await window.conversations.create(specOf(ID), LEARNT);
      let go = (): void => {};
      window.othersRead = new Promise<void>((resolve) => (go = resolve));
      const learned = learnNow();
      window.fire('exit');
      await window.conversations.create(specOf(ID), RESUMED);
      go();
      assert.equal(await learned, false);
      assert.equal(window.held.get(ID)?.conversation, 'u');
      assert.deepEqual(window.map.get(ID), { uuid: 'u', cwd: '/home/ada' });
    });

    it('stores nothing if another window has claimed the session', async () => {
      await window.conversations.create(specOf(ID), LEARNT);
      window.elsewhere = [{ ptyId: ID, conversation: 'y' }];
      assert.equal(await learnNow(), false);
      assert.equal(window.map.size, 0);
    });

    it('releases the lease after a time limit if the last search does not end', async () => {
      await window.conversations.create(specOf(ID), LEARNT);
      window.lastSearch = () => new Promise(() => {});
      window.fire('exit');
      window.clock.advance(5_000);
      await window.ownership.settle();
      assert.equal(window.held.has(ID), false);
    });
  });

  describe('after an agent refuses a conversation', () => {
    it('keeps it stored until the new one has an id', async () => {
      await window.conversations.create(specOf(ID), RESUMED);
      window.fire('changed', { fellBack: true });
      await setImmediate();
      assert.deepEqual(window.map.get(ID), { uuid: 'u', cwd: '/home/ada' });
      await window.learned({ id: 'x', startedAt: window.clock.now() });
      assert.deepEqual(window.map.get(ID), { uuid: 'x', cwd: '/home/ada' });
    });

    it('stores it with a new one that has an id', async () => {
      const fallback = { ...NEW, choice: { kind: 'fresh', uuid: 'n' }, id: 'n' } as const;
      await window.conversations.create(specOf(ID), { ...RESUMED, fallback });
      window.fire('changed', { fellBack: true });
      await setImmediate();
      assert.deepEqual(window.map.get(ID), { uuid: 'n', cwd: '/home/ada', insteadOf: 'u' });
      assert.equal(window.held.get(ID)?.conversation, 'n');
    });
  });
});
