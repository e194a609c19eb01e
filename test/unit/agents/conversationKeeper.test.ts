import assert from 'node:assert/strict';
import {
  ConversationKeeper,
  type ConversationKeeperDeps,
  type ConversationWish,
} from '../../../src/agents/conversationKeeper';
import { KnownConversations } from '../../../src/agents/knownConversations';
import { deterministicUuid } from '../../../src/conversations/deterministicUuid';
import type { Transcript } from '../../../src/conversations/transcripts';
import type { ProviderDefinition } from '../../../src/providers/providerDefinition';
import { claude } from '../../../src/providers/definitions/claude';
import { codex } from '../../../src/providers/definitions/codex';
import { UNKNOWN_FACTS } from '../../../src/providers/unknownProvider';
import { parsePtyId } from '../../../src/pty/ptyId';
import type { SessionMapEntry } from '../../../src/tasks/sessionMapFile';
import type { Task } from '../../../src/tasks/task';

const OWN = deterministicUuid('task_abc');

/** Tells a session and its provider's conversations, newest first, and plans. */
class Fixture {
  readonly map = new Map<string, SessionMapEntry>();
  readonly directories = new Set(['/one', '/two']);
  transcripts: readonly (readonly [id: string, cwd: string])[] = [];
  /** Ids of those that are there and cannot be read. */
  unreadable: readonly string[] = [];
  lists = 0;
  /** Sessions that a task of `/one` remembers. */
  remembered: readonly string[] = [];

  plan(wish: Partial<ConversationWish>) {
    const { map, transcripts } = this.memory();
    const isDirectory = (path: string): boolean => this.directories.has(path);
    const keeper = new ConversationKeeper({
      known: new KnownConversations({ map, transcripts, isDirectory }),
      map,
      tasks: { list: () => [this.task()] },
      transcripts,
      randomUuid: () => 'random',
    });
    return keeper.plan({
      provider: claude,
      ptyId: 'claude-main-task_abc',
      cwd: '/one',
      env: {},
      kind: 'resume',
      ...wish,
    });
  }

  private memory(): Pick<ConversationKeeperDeps, 'map' | 'transcripts'> {
    return {
      map: { entries: this.map, get: (ptyId) => this.map.get(ptyId) },
      transcripts: {
        list: ({ cwd }) => {
          this.lists++;
          return Promise.resolve(this.read().filter((one) => one.cwd === cwd));
        },
        find: (_place, id) =>
          Promise.resolve(
            this.unreadable.includes(id) ? 'unreadable' : this.read().find((one) => one.id === id),
          ),
      },
    };
  }

  private task(): Task {
    const createdAt = '2026-01-01T00:00:00.000Z';
    const conversations = this.remembered.map((ptyId) => ({
      ptyId,
      providerId: parsePtyId(ptyId)?.providerId ?? '',
      label: '',
      createdAt,
    }));
    return { id: 'task_abc', name: '', folder: '', cwd: '/one', createdAt, conversations };
  }

  private read(): readonly Transcript[] {
    return this.transcripts.map(([id, cwd]) => ({
      id,
      cwd,
      path: '',
      modifiedAt: 0,
      firstPrompt: undefined,
      model: undefined,
    }));
  }
}

const create = (uuid: string | undefined) => ({
  choice: { kind: 'fresh', uuid },
  id: uuid,
  notices: [],
});
const NEW = create(undefined);
const resume = (id: string, fallback = create('random')) => ({
  choice: { kind: 'resume', id },
  id,
  notices: [],
  fallback,
});

describe('ConversationKeeper', () => {
  let sessions: Fixture;
  beforeEach(() => {
    sessions = new Fixture();
  });

  describe('where we choose the id', () => {
    it('creates a conversation for a session that begins, and goes on with it after', async () => {
      assert.deepEqual(await sessions.plan({ kind: 'start' }), create(OWN));
      sessions.map.set('claude-main-task_abc', { uuid: OWN, cwd: '/one' });
      sessions.transcripts = [[OWN, '/one']];
      assert.deepEqual(await sessions.plan({}), resume(OWN));
    });

    it('goes on with its own though the map was lost', async () => {
      sessions.transcripts = [
        ['newer', '/one'],
        [OWN, '/one'],
      ];
      assert.deepEqual(await sessions.plan({}), resume(OWN));
      assert.deepEqual(await sessions.plan({ kind: 'start' }), resume(OWN));
    });

    it('creates the same one again that was never written to, to be logged once that is begun', async () => {
      sessions.map.set('claude-main-task_abc', { uuid: 'random', cwd: '/one' });
      sessions.transcripts = [[OWN, '/one']];
      const { remark, ...planned } = await sessions.plan({});
      assert.deepEqual(planned, create('random'));
      assert.match(remark ?? '', /forgets conversation random: it has no transcript/);
      assert.equal(sessions.map.size, 1, 'the plan may be given up');
    });

    it('forgets one of another directory', async () => {
      sessions.map.set('claude-main-task_abc', { uuid: 'u', cwd: '/two' });
      sessions.transcripts = [['u', '/two']];
      const { remark, ...planned } = await sessions.plan({});
      assert.deepEqual(planned, create(OWN));
      assert.match(remark ?? '', /it is one of \/two/);
      assert.equal(sessions.map.size, 1, 'the plan may be given up');
    });

    it('reads the list of all where it can tell nothing else alone', async () => {
      sessions.map.set('claude-main-task_abc', { uuid: OWN, cwd: '/one' });
      sessions.transcripts = [[OWN, '/one']];
      await sessions.plan({});
      await sessions.plan({ ptyId: 'claude-chat-c' });
      assert.equal(sessions.lists, 0);
      await sessions.plan({ ptyId: 'claude-main-other' });
      assert.equal(sessions.lists, 1);
    });

    it('goes back to one that was refused where nothing was said in the one instead of it', async () => {
      sessions.transcripts = [['refused', '/one']];
      sessions.map.set('claude-main-task_abc', {
        uuid: 'new',
        cwd: '/one',
        insteadOf: 'refused',
      });
      assert.deepEqual(await sessions.plan({}), resume('refused'));
      assert.equal(sessions.map.size, 1, 'whether or not it is started');
      sessions.transcripts = [...sessions.transcripts, ['new', '/one']];
      assert.deepEqual(await sessions.plan({}), resume('new'));
    });

    it('creates none whose id is in use, though it cannot be read', async () => {
      const planned = resume(OWN);
      sessions.unreadable = [OWN];
      assert.deepEqual(await sessions.plan({ kind: 'start' }), planned);
      sessions.map.set('claude-main-task_abc', { uuid: OWN, cwd: '/one' });
      const { remark, ...known } = await sessions.plan({});
      assert.deepEqual(known, planned);
      assert.match(remark ?? '', /cannot be read/);
    });

    it('goes on with one whose directory has moved', async () => {
      sessions.map.set('claude-main-task_abc', { uuid: 'u', cwd: '/gone' });
      sessions.transcripts = [['u', '/gone']];
      assert.deepEqual(await sessions.plan({}), resume('u'));
    });

    it('adopts none that another session may go back to', async () => {
      sessions.transcripts = [['refused', '/one']];
      sessions.map.set('claude-chat-c', { uuid: 'new', cwd: '/one', insteadOf: 'refused' });
      assert.deepEqual((await sessions.plan({})).choice, { kind: 'fresh', uuid: OWN });
    });

    it('adopts no conversation of another session', async () => {
      sessions.map.set('claude-chat-c', { uuid: 'theirs', cwd: '/one' });
      sessions.transcripts = [
        ['theirs', '/one'],
        ['free', '/one'],
        ['older', '/one'],
      ];
      assert.deepEqual(await sessions.plan({}), resume('free'));
    });

    it('begins a new one where several may be meant, and says how to get at the others', async () => {
      sessions.transcripts = [
        ['a', '/one'],
        ['b', '/one'],
      ];
      const { choice, notices } = await sessions.plan({});
      assert.deepEqual(choice, { kind: 'fresh', uuid: 'random' });
      assert.match(notices.join(), /Resume Conversation/);
    });

    it('begins a new one that none had before where it is to be fresh', async () => {
      sessions.map.set('claude-main-task_abc', { uuid: OWN, cwd: '/one' });
      sessions.transcripts = [[OWN, '/one']];
      assert.deepEqual(await sessions.plan({ kind: 'fresh' }), create('random'));
    });

    it('goes on with the one that was picked', async () => {
      assert.deepEqual(await sessions.plan({ picked: 'p' }), resume('p'));
    });
  });

  describe('where the CLI makes the id up', () => {
    const wish = { provider: codex, ptyId: 'codex-main-task_abc' };
    const learnt = { ...NEW, learnFrom: { provider: codex, cwd: '/one', env: {} } };

    it('begins without one, and goes on with what was learnt', async () => {
      assert.deepEqual(await sessions.plan({ ...wish, kind: 'start' }), learnt);
      sessions.map.set(wish.ptyId, { uuid: 'learnt', cwd: '/one' });
      sessions.transcripts = [['learnt', '/one']];
      assert.deepEqual(await sessions.plan(wish), resume('learnt', learnt));
      assert.deepEqual(await sessions.plan({ ...wish, kind: 'fresh' }), learnt);
    });

    it('cannot create again what was never written to', async () => {
      sessions.map.set(wish.ptyId, { uuid: 'learnt', cwd: '/one' });
      assert.deepEqual((await sessions.plan(wish)).choice, NEW.choice);
    });

    it('goes on with one that cannot be read, for the agent to tell whether it can', async () => {
      sessions.map.set(wish.ptyId, { uuid: 'learnt', cwd: '/one' });
      sessions.unreadable = ['learnt'];
      const { remark, ...planned } = await sessions.plan(wish);
      assert.deepEqual(planned, resume('learnt', learnt));
      assert.match(remark ?? '', /conversation learnt, whose transcript cannot be read/);
    });

    it('goes on with the only one of the directory, and begins a new one beside several', async () => {
      sessions.transcripts = [['only', '/one']];
      assert.deepEqual(await sessions.plan(wish), resume('only', learnt));
      sessions.transcripts = [...sessions.transcripts, ['other', '/one']];
      assert.deepEqual((await sessions.plan(wish)).choice, NEW.choice);
    });

    it('begins a new one where the only one may be of another session, and says so', async () => {
      sessions.transcripts = [['only', '/one']];
      sessions.remembered = [wish.ptyId, 'codex-chat-c', 'claude-chat-c'];
      const { choice, notices } = await sessions.plan(wish);
      assert.deepEqual(choice, NEW.choice);
      assert.match(notices.join(), /may be another session's.*Resume Conversation/);
      sessions.map.set('codex-chat-c', { uuid: 'other', cwd: '/one' });
      assert.deepEqual(await sessions.plan(wish), resume('only', learnt));
    });
  });

  describe('where only the latest can be had', () => {
    const provider: ProviderDefinition = {
      ...UNKNOWN_FACTS,
      ...{ id: 'fake', name: 'Fake', icon: 'x', docsUrl: undefined, install: undefined },
      cli: ['fake'],
      conversations: { kind: 'latest', last: ['--continue'] },
    };
    const wish = { provider, ptyId: 'fake-main-task_abc' };

    it('goes on with it only where no other session can have made a later one', async () => {
      assert.deepEqual(await sessions.plan({ ...wish, kind: 'start' }), NEW);
      assert.deepEqual((await sessions.plan(wish)).choice, { kind: 'resumeLast' });
      sessions.remembered = [wish.ptyId, 'other-chat-c'];
      assert.deepEqual((await sessions.plan(wish)).choice, { kind: 'resumeLast' });
      sessions.remembered = [wish.ptyId, 'fake-chat-c'];
      assert.deepEqual(await sessions.plan(wish), NEW);
      sessions.remembered = [];
      sessions.map.set('fake-chat-c', { uuid: '-', cwd: '/one' });
      assert.deepEqual(await sessions.plan(wish), NEW);
    });
  });
});
