import assert from 'node:assert/strict';
import { DirectorySessions } from '../../../../src/agents/conversations/directorySessions';
import { kimi } from '../../../../src/providers/catalog/kimi/definition';
import { parsePtyId } from '../../../../src/pty/ptyId';

/** The only session of Kimi in `/one`, beside running sessions of it: their ids and directories. */
function findOnly(running: Readonly<Record<string, string>>): Promise<string | undefined> {
  const sessions = new DirectorySessions({
    cliOf: (ptyId) => parsePtyId(ptyId)?.providerId ?? '',
    leases: {
      own: Object.entries(running).map(([ptyId, workDir]) => ({ ptyId, workDir })),
      readOthers: () => Promise.resolve([]),
    },
    map: { entries: new Map([['kimi-main-a', { uuid: 'u', cwd: '/one' }]]) },
    tasks: { list: () => [] },
  });
  return sessions.findOnly({ provider: kimi, cwd: '/one' });
}

describe('DirectorySessions', () => {
  it('finds the only session of a CLI in a directory, however often it is known', async () => {
    assert.equal(await findOnly({ 'kimi-main-a': '/one' }), 'kimi-main-a');
    assert.equal(await findOnly({ 'codex-main-b': '/one', 'kimi-chat-c': '/two' }), 'kimi-main-a');
    assert.equal(await findOnly({ 'kimi-chat-c': '/one' }), undefined);
  });
});
