import assert from 'node:assert/strict';
import {
  ResumePreviews,
  type ResumePreview,
  listPreviewCandidates,
  CachedTranscripts,
} from '../../../../src/agents/conversations/resumePreviews';
import {
  ConversationResolver,
  type ConversationRequest,
} from '../../../../src/agents/conversations/conversationResolver';
import type {
  Transcript,
  Transcripts,
  TranscriptLocation,
} from '../../../../src/conversations/transcripts/transcripts';
import type { ConversationChoice } from '../../../../src/providers/launch/conversationArgs';
import { claude } from '../../../../src/providers/catalog/claude/definition';
import { AGENT_SETTINGS } from '../../../support/agents/agentSettings';
import { folderRef, resumable, taskIn, transcript } from '../../../support/views/treeSources';
import { codex } from '../../../../src/providers/catalog/codex/definition';

const LOCATION = { provider: claude, cwd: '/home/ada/app', env: {} };

describe('ResumePreviews', () => {
  function find(
    choice: ConversationChoice,
    found: Transcript | 'unreadable' | undefined,
    ptyId = 'claude-chat-c',
  ) {
    const requests: ConversationRequest[] = [];
    const plan = (request: ConversationRequest) => {
      requests.push(request);
      return Promise.resolve({ choice, id: undefined, notices: [] });
    };
    const resumePreviews = new ResumePreviews({
      registry: { find: (id) => (id === 'claude' ? claude : undefined) },
      agentResolver: { transcriptLocationOf: () => LOCATION },
      resolver: {
        plan,
        withTranscripts: () => ({ plan }),
        planSsh: ({ ptyId: id }) => ({
          choice: id === 'claude-main-known' ? { kind: 'resume', id: 'u' } : { kind: 'fresh' },
          id: undefined,
          notices: [],
        }),
      },
      transcripts: {
        find: (_place, id) => Promise.resolve(id === 'u' ? found : undefined),
        list: () => Promise.resolve([]),
      },
      settingsOf: () => AGENT_SETTINGS,
    });
    return {
      resumePreviews,
      preview: resumePreviews.find(folderRef('app'), '/home/ada/app', ptyId),
      requests,
    };
  }

  const CASES: readonly (readonly [
    name: string,
    choice: ConversationChoice,
    found: Transcript | 'unreadable' | undefined,
    expected: ResumePreview,
  ])[] = [
    ['a conversation with a transcript', { kind: 'resume', id: 'u' }, transcript(), resumable()],
    [
      'one whose transcript cannot be read',
      { kind: 'resume', id: 'u' },
      'unreadable',
      { kind: 'unverified' },
    ],
    ['one without a transcript', { kind: 'resume', id: 'u' }, undefined, { kind: 'unverified' }],
    ['the latest', { kind: 'resumeLast' }, undefined, { kind: 'latest' }],
    ['a fork that is not made yet', { kind: 'fork', id: 'u' }, undefined, { kind: 'fork' }],
    ['a new one', { kind: 'fresh', uuid: 'u' }, undefined, { kind: 'new' }],
  ];
  for (const [name, choice, found, expected] of CASES) {
    it(`previews ${name}`, async () => {
      const { preview, requests } = find(choice, found);
      assert.deepEqual(await preview, expected);
      assert.deepEqual(requests, [{ ...LOCATION, ptyId: 'claude-chat-c', kind: 'resume' }]);
    });
  }

  it('previews nothing for a provider that no longer exists', async () => {
    const { preview } = find({ kind: 'resumeLast' }, undefined, 'gone-chat-c');
    assert.equal(await preview, undefined);
  });

  it('previews an SSH session from the stored conversations, and reads no transcripts', async () => {
    const { resumePreviews, requests } = find({ kind: 'resumeLast' }, undefined, 'gone-chat-c');
    const ssh = { target: 'host', sshArgs: [] };
    const conversations = [
      ['claude-main-known', ssh],
      ['claude-chat-new', ssh],
      ['claude-chat-tmux', { ...ssh, tmux: true }],
    ] as const;
    const candidates = listPreviewCandidates(
      [
        {
          ...taskIn('app', 't1', []),
          conversations: conversations.map(([ptyId, ssh]) => ({
            ...{ ptyId, ssh },
            ...{ providerId: 'claude', label: 'Claude', createdAt: '' },
          })),
        },
      ],
      [folderRef('app')],
    );
    const found = await resumePreviews.findAll(candidates);
    assert.deepEqual(
      conversations.map(([ptyId]) => found.get(ptyId)?.kind),
      ['unverified', 'new', 'unverified'],
    );
    assert.deepEqual(requests, []);
  });

  describe('findAll', () => {
    const APP = folderRef('app');
    const candidates = listPreviewCandidates(
      [
        taskIn('app', 't1', ['claude-main-t1', 'gone-chat-c']),
        taskIn('app', 't2', ['claude-main-t2', 'claude-chat-broken']),
        taskIn('other', 't3', ['claude-main-t3']),
      ],
      [APP],
    );

    /** The map is lost, so each conversation is found in the list of the directory. */
    function subject(isNeeded?: () => boolean) {
      let lists = 0;
      const transcripts: Transcripts = {
        list: () => (lists++, Promise.resolve([transcript()])),
        find: () => Promise.resolve(transcript()),
      };
      const resolver = new ConversationResolver({
        known: {
          find: (ptyId) =>
            ptyId === 'claude-chat-broken'
              ? Promise.reject(new Error('broken'))
              : Promise.resolve({ known: undefined, logMessage: undefined }),
        },
        map: { entries: new Map(), get: () => undefined },
        locations: { keyOf: ({ cwd }) => Promise.resolve(cwd) },
        others: {
          isAlone: () => Promise.resolve(true),
          listMapped: () => [],
          listStored: () => [],
        },
        transcripts,
        randomUuid: () => 'random',
      });
      const resumePreviews = new ResumePreviews({
        registry: { find: (id) => (id === 'claude' ? claude : undefined) },
        agentResolver: {
          transcriptLocationOf: (_id, _settings, { cwd }) => ({ ...LOCATION, cwd }),
        },
        resolver,
        transcripts,
        settingsOf: () => AGENT_SETTINGS,
      });
      return { findAll: () => resumePreviews.findAll(candidates, isNeeded), lists: () => lists };
    }

    it('lists a directory once per call, and omits sessions without a preview', async () => {
      const { findAll, lists } = subject();
      const found = await findAll();
      assert.deepEqual([...found.keys()].sort(), ['claude-main-t1', 'claude-main-t2']);
      assert.deepEqual(found.get('claude-main-t1'), resumable());
      assert.equal(lists(), 1);
      await findAll();
      assert.equal(lists(), 2);
    });

    it('stops if the result is no longer wanted', async () => {
      const { findAll, lists } = subject(() => false);
      assert.deepEqual([(await findAll()).size, lists()], [0, 0]);
    });
  });
});

describe('CachedTranscripts', () => {
  const LOCATION: TranscriptLocation = {
    provider: claude,
    cwd: '/one',
    env: { HOME: '/home/ada' },
  };
  const CASES: readonly (readonly [string, TranscriptLocation, number])[] = [
    ['the same location', { ...LOCATION, env: { ...LOCATION.env } }, 1],
    ['another directory', { ...LOCATION, cwd: '/two' }, 2],
    ['another provider', { ...LOCATION, provider: codex }, 2],
    ['another environment', { ...LOCATION, env: { HOME: '/home/bob' } }, 2],
  ];
  for (const [name, other, expected] of CASES) {
    it(`lists ${expected === 1 ? 'once' : 'again'} for ${name}`, async () => {
      let lists = 0;
      const look = new CachedTranscripts({
        list: ({ cwd }) => (lists++, Promise.resolve([transcript({ cwd })])),
        find: () => Promise.resolve(undefined),
      });
      const [first, second] = await Promise.all([look.list(LOCATION), look.list(other)]);
      assert.deepEqual([first[0]?.cwd, second[0]?.cwd], ['/one', other.cwd]);
      assert.equal(lists, expected);
    });
  }
});
