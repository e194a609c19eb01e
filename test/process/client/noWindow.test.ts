import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivateDirectory, putPrivateFile } from '../../../src/base/privateFile';
import {
  findEndpoint,
  type BusyCore,
  type HeadlessServer,
} from '../../../src/client/connect/endpoint';
import { folderSnapshotPath, foldersDirectory } from '../../../src/endpoint/folderSnapshotEntry';

describe('a search without a window', () => {
  let home: string;
  let opened: string[];
  let inUse: HeadlessServer | undefined;

  beforeEach(async () => {
    opened = [];
    inUse = undefined;
    home = mkdtempSync(join(tmpdir(), 'agent-terminals-search-'));
    const folder = { path: home, uri: `file://${home}` };
    await makePrivateDirectory(foldersDirectory(home));
    const snapshot = { folder, program: '/program.cjs', hostname: hostname(), settings: {} };
    await putPrivateFile(folderSnapshotPath(home, folder.uri), JSON.stringify(snapshot));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const find = (window?: string, busyCore?: BusyCore): Promise<unknown> => {
    const choice = {
      cwd: home,
      env: { AGENT_TERMINALS_HOME: home },
      headless: {
        open: ({ path }: { readonly path: string }) => {
          opened.push(path);
          return Promise.resolve({ socket: '/core.sock', token: 'secret', folder: path });
        },
        findInUse: () => Promise.resolve(inUse),
      },
      window,
    };
    return findEndpoint(choice, busyCore);
  };

  it('opens a core for the folder', async () => {
    const address = { kind: 'socket', path: '/core.sock' };
    assert.deepEqual(await find(), { address, token: 'secret', folders: [home] });
    assert.deepEqual(opened, [home]);
  });

  it('finds the core that runs an operation', async () => {
    inUse = { socket: '/used.sock', token: 'other', folder: '/used' };
    const address = { kind: 'socket', path: '/used.sock' };
    assert.deepEqual(await find(), { address, token: 'other', folders: ['/used'] });
    assert.deepEqual(opened, []);
  });

  it('looks for another server than the core that runs an operation', async () => {
    inUse = { socket: '/used.sock', token: 'other', folder: '/used' };
    const address = { kind: 'socket', path: '/core.sock' };
    assert.deepEqual(await find(undefined, 'skip'), { address, token: 'secret', folders: [home] });
  });

  it('opens none in place of the window with a process id', async () => {
    await assert.rejects(find('4000000000'), { code: 'NO_WINDOW', message: /process id/ });
    assert.deepEqual(opened, []);
  });
});
