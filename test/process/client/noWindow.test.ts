import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivateDirectory, putPrivateFile } from '../../../src/base/privateFile';
import { findEndpoint } from '../../../src/client/connect/endpoint';
import { folderSnapshotPath, foldersDirectory } from '../../../src/endpoint/folderSnapshotEntry';

describe('a search without a window', () => {
  let home: string;
  let opened: string[];

  beforeEach(async () => {
    opened = [];
    home = mkdtempSync(join(tmpdir(), 'agent-terminals-search-'));
    const folder = { path: home, uri: `file://${home}` };
    await makePrivateDirectory(foldersDirectory(home));
    const snapshot = { folder, program: '/program.cjs', hostname: hostname(), settings: {} };
    await putPrivateFile(folderSnapshotPath(home, folder.uri), JSON.stringify(snapshot));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const find = (window?: string): Promise<unknown> =>
    findEndpoint({
      cwd: home,
      env: { AGENT_TERMINALS_HOME: home },
      openHeadless: ({ path }) => {
        opened.push(path);
        return Promise.resolve();
      },
      window,
    });

  it('opens a core for the folder, three times if none is found then', async () => {
    await assert.rejects(find(), { code: 'NO_WINDOW' });
    assert.deepEqual(opened, [home, home, home]);
  });

  it('opens none in place of the window with a process id', async () => {
    await assert.rejects(find('4000000000'), { code: 'NO_WINDOW', message: /process id/ });
    assert.deepEqual(opened, []);
  });
});
