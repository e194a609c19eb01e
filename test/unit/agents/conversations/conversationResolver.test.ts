import assert from 'node:assert/strict';
import type { ConversationRequest } from '../../../../src/agents/conversations/conversationResolver';
import { deterministicUuid } from '../../../../src/conversations/sessionIsolation';
import { codex } from '../../../../src/providers/catalog/codex/definition';
import type { SessionMapEntry } from '../../../../src/tasks/sessionMapStore';
import { ConversationWorld, create, NEW, resume } from '../../../support/agents/conversationWorld';

const OWN = deterministicUuid('task_abc');

describe('ConversationResolver', () => {
  let sessions: ConversationWorld;
  beforeEach(() => {
    sessions = new ConversationWorld();
  });

  describe('for a CLI that accepts an id', () => {
    const MAIN = 'claude-main-task_abc';
    const CHAT = 'claude-chat-c';
    const CASES: readonly (readonly [
      name: string,
      /** The entries of the map, and the transcripts; in `/one` by default. */
      facts: {
        readonly map?: Readonly<Record<string, Partial<SessionMapEntry>>>;
        readonly written?: readonly (string | readonly [id: string, cwd: string])[];
        readonly unreadable?: readonly string[];
      },
      request: Partial<ConversationRequest>,
      expected: object,
      logMessage?: RegExp,
    ])[] = [
      ['creates a conversation for a new session', {}, { kind: 'start' }, create(OWN)],
      [
        'resumes its own conversation',
        { map: { [MAIN]: { uuid: OWN } }, written: [OWN] },
        {},
        resume(OWN),
      ],
      ['resumes its own although the map is lost', { written: ['x', OWN] }, {}, resume(OWN)],
      [
        'resumes its own at a start, although the map is lost',
        { written: ['x', OWN] },
        { kind: 'start' },
        resume(OWN),
      ],
      [
        'creates a conversation without a transcript again, with the same id',
        { map: { [MAIN]: { uuid: 'mine' } }, written: [OWN] },
        {},
        create('mine'),
        /drops conversation mine: it has no transcript/,
      ],
      [
        'drops a conversation of another directory',
        { map: { [MAIN]: { uuid: 'u', cwd: '/two' } }, written: [['u', '/two']] },
        {},
        create(OWN),
        /it belongs to \/two/,
      ],
      [
        'resumes a refused conversation if its replacement has no transcript',
        { map: { [MAIN]: { uuid: 'new', insteadOf: 'refused' } }, written: ['refused'] },
        {},
        resume('refused'),
      ],
      [
        'resumes the replacement of a refused conversation',
        { map: { [MAIN]: { uuid: 'new', insteadOf: 'refused' } }, written: ['refused', 'new'] },
        {},
        resume('new'),
      ],
      [
        'resumes one whose id is in use, although it cannot be read and the map is lost',
        { unreadable: [OWN] },
        { kind: 'start' },
        resume(OWN),
      ],
      [
        'resumes one whose transcript cannot be read, and logs it',
        { map: { [MAIN]: { uuid: 'mine' } }, unreadable: ['mine'] },
        {},
        resume('mine'),
        /conversation mine although its transcript cannot be read/,
      ],
      [
        'resumes one whose directory no longer exists',
        { map: { [MAIN]: { uuid: 'u', cwd: '/gone' } }, written: [['u', '/gone']] },
        {},
        resume('u'),
      ],
      [
        'does not adopt a refused conversation that another session may resume',
        { map: { [CHAT]: { uuid: 'new', insteadOf: 'refused' } }, written: ['refused'] },
        {},
        create(OWN),
      ],
      [
        'adopts no conversation of another session',
        { map: { [CHAT]: { uuid: 'theirs' } }, written: ['theirs', 'free', 'older'] },
        {},
        resume('free'),
      ],
      [
        'creates one with a new id for a fresh start',
        { map: { [MAIN]: { uuid: OWN } }, written: [OWN] },
        { kind: 'fresh' },
        create('random'),
      ],
      ['resumes the picked conversation', {}, { picked: 'p' }, resume('p')],
    ];
    for (const [
      name,
      { map = {}, written = [], unreadable = [] },
      request,
      expected,
      log,
    ] of CASES) {
      it(name, async () => {
        for (const [ptyId, entry] of Object.entries(map)) {
          sessions.map.set(ptyId, { uuid: '', cwd: '/one', ...entry });
        }
        const before = new Map(sessions.map);
        sessions.transcripts = written.map((one) =>
          typeof one === 'string' ? [one, '/one'] : one,
        );
        sessions.unreadable = unreadable;
        const { logMessage, ...planned } = await sessions.plan(request);
        assert.deepEqual(planned, expected);
        assert.match(logMessage ?? '', log ?? /^$/);
        assert.deepEqual(sessions.map, before, 'planning does not change the map');
      });
    }

    it('creates a new one if several transcripts match, with a notice about Resume Conversation', async () => {
      sessions.transcripts = [
        ['a', '/one'],
        ['b', '/one'],
      ];
      const { choice, notices } = await sessions.plan({});
      assert.deepEqual(choice, { kind: 'fresh', uuid: 'random' });
      assert.match(notices.join(), /Resume Conversation/);
    });

    it('adopts none that may belong to another session without a map entry, with a notice', async () => {
      sessions.transcripts = [[deterministicUuid('c'), '/one']];
      sessions.remembered = [MAIN, CHAT];
      const { choice, notices } = await sessions.plan({});
      assert.deepEqual(choice, { kind: 'fresh', uuid: 'random' });
      assert.match(notices.join(), /may be another session's.*Resume Conversation/);
      sessions.map.set('claude-chat-d', { uuid: 'theirs', cwd: '/one' });
      assert.deepEqual(
        (await sessions.plan({})).choice,
        choice,
        'an entry of an unrelated session changes nothing',
      );
      sessions.map.set(CHAT, { uuid: 'other', cwd: '/one' });
      assert.equal((await sessions.plan({})).choice.kind, 'resume');
    });

    it('lists the transcripts only for a main session without a known conversation', async () => {
      sessions.map.set(MAIN, { uuid: OWN, cwd: '/one' });
      sessions.transcripts = [[OWN, '/one']];
      await sessions.plan({});
      await sessions.plan({ ptyId: CHAT });
      assert.equal(sessions.lists, 0);
      await sessions.plan({ ptyId: 'claude-main-other' });
      assert.equal(sessions.lists, 1);
    });
  });

  describe('for a CLI that generates the id', () => {
    const request = { provider: codex, ptyId: 'codex-main-task_abc' };

    it('starts without an id, and resumes the one that a hook has reported', async () => {
      assert.deepEqual(await sessions.plan({ ...request, kind: 'start' }), NEW);
      sessions.map.set(request.ptyId, { uuid: 'reported', cwd: '/one' });
      sessions.transcripts = [['reported', '/one']];
      assert.deepEqual(await sessions.plan(request), resume('reported', NEW));
      assert.deepEqual(await sessions.plan({ ...request, kind: 'fresh' }), NEW);
    });

    it('starts without an id again if no transcript was written', async () => {
      sessions.map.set(request.ptyId, { uuid: 'reported', cwd: '/one' });
      assert.deepEqual((await sessions.plan(request)).choice, NEW.choice);
    });

    it('resumes the only conversation of the directory, and starts a new one beside several', async () => {
      sessions.transcripts = [['only', '/one']];
      assert.deepEqual(await sessions.plan(request), resume('only', NEW));
      sessions.transcripts = [...sessions.transcripts, ['other', '/one']];
      assert.deepEqual((await sessions.plan(request)).choice, NEW.choice);
    });

    it('starts a new one if the only one may belong to another session, with a notice', async () => {
      sessions.transcripts = [['only', '/one']];
      sessions.remembered = [request.ptyId, 'codex-chat-c', 'claude-chat-c'];
      const { choice, notices } = await sessions.plan(request);
      assert.deepEqual(choice, NEW.choice);
      assert.match(notices.join(), /may be another session's.*Resume Conversation/);
      sessions.map.set('codex-chat-c', { uuid: 'other', cwd: '/one' });
      assert.deepEqual(await sessions.plan(request), resume('only', NEW));
    });
  });
});
