import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { PlannedConversation } from '../../../../src/agents/conversations/plannedConversation';
import { SessionConversations } from '../../../../src/agents/conversations/sessionConversations';
import { SessionError } from '../../../../src/base/errors';
import { Emitter } from '../../../../src/base/event';
import { parsePtyId } from '../../../../src/pty/ptyId';
import type { SessionEvent, SessionSpec } from '../../../../src/pty/sessionService';
import { SessionOwnership } from '../../../../src/ownership/sessionOwnership';
import type { Lease } from '../../../../src/ownership/windowFile';
import type { SessionMapEntry } from '../../../../src/tasks/sessionMapStore';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { specOf } from '../../../support/pty/useSessionManager';

const ID = 'codex-main-t1';
const NEW: PlannedConversation = {
  choice: { kind: 'fresh', uuid: undefined },
  id: undefined,
  notices: [],
};
const RESUMED: PlannedConversation = {
  choice: { kind: 'resume', id: 'u' },
  id: 'u',
  notices: [],
  fallback: NEW,
};

/** One window, and the leases of others. */
class Fixture {
  readonly events = new Emitter<SessionEvent>();
  readonly map = new Map<string, SessionMapEntry>();
  readonly held = new Map<string, Lease>();
  readonly errors: unknown[] = [];
  readonly log: string[] = [];
  refuses = false;

  private readonly leases = {
    claim: (lease: Lease): Promise<void> => {
      if (this.refuses) {
        return Promise.reject(new SessionError('ILLEGAL_STATE', 'held'));
      }
      return Promise.resolve(void this.held.set(lease.ptyId, lease));
    },
    release: (ptyId: string) => Promise.resolve(void this.held.delete(ptyId)),
  };

  readonly ownership = new SessionOwnership({
    sessions: { onDidChange: this.events.event },
    leases: this.leases,
  });

  /** The CLI of the provider `work`, which the settings may define as its preset. */
  cliOfWork = 'work';

  readonly conversations = new SessionConversations({
    cliOf: (ptyId) => {
      const id = parsePtyId(ptyId)?.providerId ?? '';
      return id === 'work' ? this.cliOfWork : id;
    },
    sessions: {
      create: (spec) => this.start(spec),
      onDidChange: this.events.event,
    },
    ownership: this.ownership,
    leases: this.leases,
    map: {
      put: (ptyId, entry) => Promise.resolve(void this.map.set(ptyId, entry)),
      remove: (ptyId) => Promise.resolve(void this.map.delete(ptyId)),
    },
    logger: { info: (message) => void this.log.push(message) },
    handleError: (error) => this.errors.push(error),
  });

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

  it('keeps the lease of a session when a second one with its id is refused', async () => {
    await window.conversations.create(specOf(ID), NEW);
    await assert.rejects(window.conversations.create(specOf(ID), NEW), (error) =>
      SessionError.is(error, 'SESSION_EXISTS'),
    );
    assert.deepEqual([...window.held.keys()], [ID]);
    window.fire('exit');
    await setImmediate();
    assert.equal(window.held.size, 0);
    await window.conversations.create(specOf(ID), NEW);
  });

  it('claims the conversation of a preset for the CLI that it extends', async () => {
    window.cliOfWork = 'codex';
    const claims: (string | undefined)[] = [];
    const note = (ptyId: string): unknown => claims.push(window.held.get(ptyId)?.cli);
    await window.conversations.create(specOf('work-main-t1'), NEW);
    note('work-main-t1');
    const running = sessionInfo({ id: 'work-main-t2', workDir: '/home/ada' });
    await window.conversations.reconnect(running, 'u');
    note('work-main-t2');
    window.held.clear();
    await window.conversations.follow(running, 'v');
    note('work-main-t2');
    await window.conversations.create(specOf(ID), NEW);
    note(ID);
    assert.deepEqual(claims, ['codex', 'codex', 'codex', undefined]);
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
    await assert.rejects(window.conversations.create(specOf(ID), NEW));
    assert.equal(window.map.get(ID)?.uuid, 'stale');
    window.refuses = false;
    await window.conversations.create(specOf(ID), NEW);
    assert.equal(window.map.has(ID), false);
  });

  it('releases the id if another window owns the session', async () => {
    window.refuses = true;
    await assert.rejects(window.conversations.create(specOf(ID), NEW));
    window.refuses = false;
    await window.conversations.create(specOf(ID), NEW);
  });

  it('stores and claims the conversation that a hook reports, while it owns the session', async () => {
    await window.conversations.create(specOf(ID), NEW);
    const session = sessionInfo({ id: ID, workDir: '/home/ada' });
    await window.conversations.follow(session, 'x');
    assert.deepEqual(window.map.get(ID), { uuid: 'x', cwd: '/home/ada' });
    assert.equal(window.held.get(ID)?.conversation, 'x');
    window.fire('exit');
    await window.ownership.settle();
    await window.conversations.follow(session, 'y');
    assert.equal(window.map.get(ID)?.uuid, 'x');
  });

  describe('after an agent refuses a conversation', () => {
    it('keeps it stored until the new one has an id', async () => {
      await window.conversations.create(specOf(ID), RESUMED);
      window.fire('changed', { fellBack: true });
      await setImmediate();
      assert.deepEqual(window.map.get(ID), { uuid: 'u', cwd: '/home/ada' });
      await window.conversations.follow(sessionInfo({ id: ID, workDir: '/home/ada' }), 'x');
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
