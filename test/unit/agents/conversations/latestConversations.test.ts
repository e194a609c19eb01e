import assert from 'node:assert/strict';
import type { ConversationRequest } from '../../../../src/agents/conversations/conversationResolver';
import { deterministicUuid } from '../../../../src/conversations/sessionIsolation';
import { amp } from '../../../../src/providers/catalog/amp/definition';
import { auggie } from '../../../../src/providers/catalog/auggie/definition';
import { claude } from '../../../../src/providers/catalog/claude/definition';
import { cline } from '../../../../src/providers/catalog/cline/definition';
import { codex } from '../../../../src/providers/catalog/codex/definition';
import { continueCli } from '../../../../src/providers/catalog/continueCli/definition';
import { cursor } from '../../../../src/providers/catalog/cursor/definition';
import { kilocode } from '../../../../src/providers/catalog/kilocode/definition';
import { kimi } from '../../../../src/providers/catalog/kimi/definition';
import type { ProviderDefinition } from '../../../../src/providers/model/providerDefinition';
import { applyProviderOverride } from '../../../../src/providers/registry/applyProviderOverride';
import { UNKNOWN_FACTS } from '../../../../src/providers/registry/unknownProvider';
import { ConversationWorld, NEW, resume } from '../../../support/agents/conversationWorld';

const OWN = deterministicUuid('task_abc');

describe('ConversationResolver', () => {
  let sessions: ConversationWorld;
  beforeEach(() => {
    sessions = new ConversationWorld();
  });

  describe('for a CLI that resumes only the latest', () => {
    const provider: ProviderDefinition = {
      ...UNKNOWN_FACTS,
      ...{ id: 'fake', name: 'Fake', icon: 'x', docsUrl: undefined, install: undefined },
      cli: ['fake'],
      conversations: { kind: 'latest', last: ['--continue'] },
    };
    const request = { provider, ptyId: 'fake-main-task_abc' };

    it('resumes it only if no other session can have created a later one', async () => {
      assert.deepEqual(await sessions.plan({ ...request, kind: 'start' }), NEW);
      assert.deepEqual((await sessions.plan(request)).choice, { kind: 'resumeLast' });
      sessions.remembered = [request.ptyId, 'other-chat-c'];
      assert.deepEqual((await sessions.plan(request)).choice, { kind: 'resumeLast' });
      sessions.remembered = [request.ptyId, 'fake-chat-c'];
      await assertNotAlone(request);
      sessions.remembered = [];
      sessions.map.set('fake-chat-c', { uuid: '-', cwd: '/one' });
      await assertNotAlone(request);
    });
  });

  describe('for a CLI whose ids are not known, but that resumes the latest', () => {
    const request = { provider: cursor, ptyId: 'cursor-main-task_abc' };

    it('resumes it, with a new one as the fallback', async () => {
      assert.deepEqual(await sessions.plan({ ...request, kind: 'start' }), NEW);
      assert.deepEqual(await sessions.plan({ ...request, kind: 'fresh' }), NEW);
      assert.deepEqual(await sessions.plan(request), {
        ...NEW,
        choice: { kind: 'resumeLast' },
        latestIn: { cwd: '/one', provider: cursor },
        fallback: NEW,
      });
    });

    it('resumes the conversation whose id a hook has reported', async () => {
      sessions.map.set(request.ptyId, { uuid: 'known', cwd: '/one' });
      assert.deepEqual(await sessions.plan(request), resume('known', NEW));
    });

    const OTHER = { ptyId: 'cursor-chat-c', conversation: undefined };
    const others: readonly (readonly [where: string, change: (one: ConversationWorld) => void])[] =
      [
        ['in the session map', ({ map }) => void map.set(OTHER.ptyId, { uuid: '-', cwd: '/one' })],
        ['in a task', (one) => void (one.remembered = [request.ptyId, OTHER.ptyId])],
        ['of this window', ({ running }) => void (running.own = [{ ...OTHER, workDir: '/one' }])],
        [
          'of another window',
          ({ running }) => void (running.elsewhere = [{ ...OTHER, workDir: '/one' }]),
        ],
        [
          'of a preset of the CLI',
          (one) => {
            one.presets = { work: 'cursor' };
            one.running.elsewhere = [
              { ptyId: 'work-main-t', conversation: undefined, workDir: '/one' },
            ];
          },
        ],
      ];
    for (const [where, change] of others) {
      it(`starts a new one beside a session ${where}, with a notice`, async () => {
        change(sessions);
        await assertNotAlone(request);
      });
    }

    it('is not kept from it by sessions of another directory or CLI, and by its own', async () => {
      sessions.map.set(OTHER.ptyId, { uuid: '-', cwd: '/two' });
      sessions.remembered = [request.ptyId, 'claude-chat-c'];
      sessions.running.own = [{ ...OTHER, ptyId: request.ptyId, workDir: '/one' }];
      sessions.running.elsewhere = [{ ...OTHER, workDir: '/two' }];
      assert.deepEqual((await sessions.plan(request)).choice, { kind: 'resumeLast' });
    });

    for (const provider of [amp, kilocode]) {
      it(`is kept from it in all directories if the CLI counts others of a repository: ${provider.id}`, async () => {
        const counting = { provider, ptyId: `${provider.id}-main-task_abc` };
        sessions.remembered = [counting.ptyId];
        assert.deepEqual((await sessions.plan(counting)).choice, { kind: 'resumeLast' });
        sessions.map.set(`${provider.id}-chat-c`, { uuid: '-', cwd: '/two' });
        await assertNotAlone(counting);
      });
    }

    it('starts a new one if the settings remove the flag', async () => {
      const provider = applyProviderOverride(cursor, { resumeFlag: '' });
      assert.deepEqual(await sessions.plan({ ...request, provider }), NEW);
    });
  });

  describe('for a CLI with transcripts that reports no id', () => {
    const CASES = [
      ['the latest as the CLI itself finds it', kimi, { kind: 'resumeLast' }],
      ['the newest by its id, as the CLI cannot', cline, { kind: 'resume', id: 'new' }],
    ] as const;
    for (const [title, provider, choice] of CASES) {
      const request = { provider, ptyId: `${provider.id}-main-task_abc` };

      it(`resumes ${title}, if the session is alone: ${provider.id}`, async () => {
        sessions.transcripts = [
          ['new', '/one'],
          ['old', '/one'],
        ];
        assert.deepEqual(await sessions.plan({ ...request, kind: 'start' }), NEW);
        const planned = await sessions.plan(request);
        assert.deepEqual(planned.choice, choice);
        assert.deepEqual(planned.latestIn, { cwd: '/one', provider });
        sessions.remembered = [request.ptyId, `${provider.id}-chat-c`];
        await assertNotAlone(request);
        const { notices } = await sessions.plan(request);
        assert.match(notices.join(), /so a new one starts: Resume Conversation\.\.\. lists/);
      });

      it(`resumes the one with the id of an earlier version or of the person's choice: ${provider.id}`, async () => {
        sessions.transcripts = [
          ['new', '/one'],
          ['mine', '/one'],
        ];
        sessions.map.set(request.ptyId, { uuid: 'mine', cwd: '/one' });
        sessions.remembered = [request.ptyId, `${provider.id}-chat-c`];
        assert.deepEqual((await sessions.plan(request)).choice, { kind: 'resume', id: 'mine' });
      });
    }

    it('starts a new one without a message if nothing can be resumed', async () => {
      const request = { provider: auggie, ptyId: 'auggie-main-task_abc' };
      sessions.remembered = [request.ptyId, 'auggie-chat-c'];
      assert.deepEqual(await sessions.plan(request), NEW);
    });
  });

  describe('for a CLI that resumes only the latest, but forks by id', () => {
    const ptyId = 'continue-main-task_abc';

    it('forks the latest of a session that is alone', async () => {
      sessions.transcripts = [
        ['mine', '/one'],
        ['older', '/one'],
      ];
      sessions.remembered = [ptyId];
      const { choice } = await sessions.planFork(continueCli, ptyId);
      assert.deepEqual(choice, { kind: 'fork', id: 'mine', uuid: undefined });
      sessions.remembered = [ptyId, 'continue-chat-c'];
      const { notices, ...other } = await sessions.planFork(continueCli, ptyId);
      assert.deepEqual(other.choice, NEW.choice);
      assert.match(notices.join(), /belongs to the session is not known/);
    });
  });

  describe('with a flag of the settings that resumes the latest', () => {
    const withFlag = (provider: ProviderDefinition) =>
      applyProviderOverride(provider, { resumeFlag: '-c -r' });
    const CASES = [
      ['claude-main-task_abc', withFlag(claude), OWN],
      ['claude-chat-c', withFlag(claude), deterministicUuid('c')],
      ['codex-main-task_abc', withFlag(codex), undefined],
    ] as const;
    for (const [ptyId, provider, own] of CASES) {
      it(`resumes it in ${ptyId} only while the id is not known`, async () => {
        const request = { ptyId, provider };
        assert.deepEqual((await sessions.plan(request)).choice, { kind: 'resumeLast' });
        const { choice } = await sessions.plan({ ...request, kind: 'start' });
        assert.deepEqual(choice, { kind: 'fresh', uuid: own });
        sessions.map.set(ptyId, { uuid: 'known', cwd: '/one' });
        sessions.transcripts = [['known', '/one']];
        assert.deepEqual((await sessions.plan(request)).choice, { kind: 'resume', id: 'known' });
      });
    }

    it('resumes the conversation with its own id although the map is lost', async () => {
      sessions.transcripts = [
        ['other', '/one'],
        [OWN, '/one'],
      ];
      assert.deepEqual(await sessions.plan({ provider: withFlag(claude) }), resume(OWN));
    });

    it('starts a new one beside another session', async () => {
      sessions.remembered = ['claude-main-task_abc', 'claude-chat-c'];
      const { choice, notices } = await sessions.plan({ provider: withFlag(claude) });
      assert.deepEqual(choice, { kind: 'fresh', uuid: 'random' });
      assert.match(notices.join(), /may be another session's/);
    });
  });

  describe('for a preset', () => {
    const provider: ProviderDefinition = { ...claude, id: 'work', presetOf: 'claude' };
    const request = { provider, ptyId: 'work-main-task_abc' };

    it('creates a conversation with another id than the CLI itself for the same task', async () => {
      const { id } = await sessions.plan({ ...request, kind: 'start' });
      assert.equal(id, deterministicUuid('work-main-task_abc'));
    });

    it('adopts none that may belong to a session of the CLI itself', async () => {
      sessions.transcripts = [['only', '/one']];
      assert.equal((await sessions.plan(request)).id, 'only');
      sessions.presets = { work: 'claude' };
      sessions.remembered = [request.ptyId, 'claude-chat-c'];
      assert.match((await sessions.plan(request)).notices.join(), /may be another session's/);
      assert.equal((await sessions.plan({ ptyId: 'claude-chat-d' })).id, deterministicUuid('d'));
    });
  });

  async function assertNotAlone(request: Partial<ConversationRequest>): Promise<void> {
    const { choice, notices } = await sessions.plan(request);
    assert.deepEqual(choice, NEW.choice);
    assert.match(notices.join(), /only the latest conversation in \/one, which may be another/);
  }
});
