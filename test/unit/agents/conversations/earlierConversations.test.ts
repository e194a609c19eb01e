import assert from 'node:assert/strict';
import { EarlierConversations } from '../../../../src/agents/conversations/earlierConversations';
import type { AgentSettings } from '../../../../src/agents/start/agentSettings';
import type { Transcript } from '../../../../src/conversations/transcripts/transcripts';
import { codex } from '../../../../src/providers/catalog/codex/definition';
import { kimi } from '../../../../src/providers/catalog/kimi/definition';
import { parsePtyId } from '../../../../src/pty/ptyId';
import type { SessionMapEntry } from '../../../../src/tasks/sessionMapStore';
import type { Task } from '../../../../src/tasks/task';

const FOLDER = { uri: 'file:///one', name: 'one', path: '/one' };
const STARTED = '2026-01-01T00:00:00.000Z';

function written(id: string, modifiedAt: string): Transcript {
  const dated = { modifiedAt: Date.parse(modifiedAt), firstPrompt: 'Fix it', model: undefined };
  return { id, path: '', cwd: '/one', ...dated };
}

const NEW = written('new', '2026-01-02');
const OLD = written('old', '2026-01-01T01:00:00Z');
const BEFORE = written('before', '2025-12-31');

/** The owners of the listed conversations beside the session `ptyId`, which is alone by default. */
async function ownersOf(
  ptyId: string,
  transcripts: readonly Transcript[],
  { map = new Map<string, SessionMapEntry>(), isAlone = true, isRunning = false } = {},
): Promise<Readonly<Record<string, string | undefined>>> {
  const provider = ptyId.startsWith(codex.id) ? codex : kimi;
  const conversation = { ptyId, providerId: provider.id, label: '', createdAt: STARTED };
  const task: Task = {
    ...{ id: 't', name: '', folder: FOLDER.uri, cwd: '/one', createdAt: STARTED },
    conversations: [conversation],
  };
  const earlier = new EarlierConversations({
    cliOf: (id) => parsePtyId(id)?.providerId ?? '',
    registry: { list: () => ({ providers: [provider], invalidIds: [] }) },
    agentResolver: { transcriptLocationOf: () => ({ provider, cwd: '/one', env: {} }) },
    others: {
      findOnly: () => Promise.resolve(isAlone ? ptyId : undefined),
      findRunning: () => Promise.resolve(isRunning ? [ptyId] : []),
    },
    transcripts: { list: () => Promise.resolve(transcripts), keyOf: () => Promise.resolve('') },
    map: { entries: map },
    tasks: { list: () => [task] },
    settingsOf: () => ({ providers: {} }) as AgentSettings,
    variablesOf: () => undefined,
  });
  const listed = await earlier.list(FOLDER, '/one');
  return Object.fromEntries(listed.map(({ transcript, owner }) => [transcript.id, owner?.ptyId]));
}

describe('EarlierConversations of a CLI that reports no id', () => {
  const ID = 'kimi-main-t';

  it('lists the newest as that of the only session, which would resume it', async () => {
    assert.deepEqual(await ownersOf(ID, [NEW, OLD]), { new: ID, old: undefined });
  });

  it('lists none as its own that is older, beside another session, or if its id is known', async () => {
    assert.deepEqual(await ownersOf(ID, [BEFORE]), { before: undefined });
    assert.deepEqual(await ownersOf(ID, [NEW], { isAlone: false }), { new: undefined });
    const map = new Map([[ID, { uuid: 'old', cwd: '/one' }]]);
    assert.deepEqual(await ownersOf(ID, [NEW, OLD], { map }), { new: undefined, old: ID });
  });

  it('leaves out those that a running session may have written', async () => {
    const running = { isAlone: false, isRunning: true };
    assert.deepEqual(await ownersOf(ID, [NEW, OLD, BEFORE], running), { before: undefined });
    assert.deepEqual(await ownersOf(ID, [NEW, OLD], { isRunning: true }), { new: ID });
    const map = new Map([[ID, { uuid: 'old', cwd: '/one' }]]);
    const known = await ownersOf(ID, [NEW, OLD], { map, isRunning: true });
    assert.deepEqual(known, { new: undefined, old: ID });
  });

  it('leaves one without an owner if a hook would have reported it', async () => {
    assert.deepEqual(await ownersOf('codex-main-t', [NEW]), { new: undefined });
  });
});
