import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SETTING_KEYS } from '../../../src/config/contributions';
import {
  FolderSnapshots,
  mayRunWithoutWindow,
  type OpenFolder,
} from '../../../src/config/folderSnapshots';
import type { RawSettings } from '../../../src/config/parseSettings';
import {
  foldersDirectory,
  folderSnapshotPath,
  listFolderSnapshots,
} from '../../../src/endpoint/folderSnapshotEntry';

const URI = 'file:///work';
const SETTINGS = Object.fromEntries(SETTING_KEYS.map((key) => [key, undefined])) as RawSettings;

describe('a folder whose agents may run without a window [A53]', () => {
  const host = { persistence: 'host', 'api.enabled': true } as const;
  const cases = [
    ['is trusted, and has its sessions in the session host', true, host, true],
    ['is not one that is not trusted', false, host, false],
    ['is not one with another persistence', true, { ...host, persistence: 'tmux' }, false],
    ['is not one without the API', true, { ...host, 'api.enabled': false }, false],
  ] as const;
  for (const [name, isTrusted, settings, expected] of cases) {
    it(name, () => assert.equal(mayRunWithoutWindow({ isTrusted, settings }), expected));
  }
});

describe('the snapshots of folders', () => {
  let home: string;
  let errors: unknown[];

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'agent-terminals-folders-'));
    errors = [];
  });

  afterEach(() => rmSync(home, { recursive: true }));

  const snapshots = (): FolderSnapshots =>
    new FolderSnapshots({
      facts: {
        ...{ appRoot: '', appVersion: '1', extensionPath: '/extension', storagePath: '/storage' },
        ...{ program: '/extension/dist/headless.cjs', version: '1' },
      },
      handleError: (error) => errors.push(error),
      home,
    });
  const open = (isAllowed: boolean): readonly OpenFolder[] => [
    { folder: { uri: URI, path: '/work', name: 'work' }, settings: SETTINGS, isAllowed },
  ];
  const list = async (): Promise<readonly string[]> =>
    (await listFolderSnapshots(home)).map(({ path }) => path);

  it('are stored in files that only their owner can read, and removed when they are not allowed', async () => {
    await snapshots().update(open(true));
    const path = folderSnapshotPath(home, URI);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(foldersDirectory(home)).mode & 0o777, 0o700);
    assert.deepEqual(await list(), ['/work']);
    await snapshots().update(open(false));
    assert.equal(existsSync(path), false);
    assert.deepEqual([await list(), errors], [[], []]);
  });

  it('have the time at which a window had the folder open last, with the same content too', async () => {
    await snapshots().update(open(true));
    const path = folderSnapshotPath(home, URI);
    utimesSync(path, 1000, 1000);
    await snapshots().update(open(true));
    assert.ok(Date.now() - statSync(path).mtimeMs < 60_000);
  });

  it('are not read from a directory that others can access [A52]', async () => {
    await snapshots().update(open(true));
    chmodSync(foldersDirectory(home), 0o755);
    assert.deepEqual(await list(), []);
  });

  it('are not read from a directory that is a link [A52]', async () => {
    await snapshots().update(open(true));
    const moved = join(home, 'moved');
    renameSync(foldersDirectory(home), moved);
    symlinkSync(moved, foldersDirectory(home));
    assert.deepEqual(await list(), []);
  });

  it('are not read from links, damaged files, and files of other machines [A52]', async () => {
    await snapshots().update(open(true));
    const path = folderSnapshotPath(home, URI);
    const text = readFileSync(path, 'utf8');
    const elsewhere = join(home, 'elsewhere.json');
    renameSync(path, elsewhere);
    symlinkSync(elsewhere, path);
    const directory = foldersDirectory(home);
    writeFileSync(join(directory, 'damaged.json'), text.slice(0, 40));
    writeFileSync(
      join(directory, 'other.json'),
      text.replace(/"hostname": "[^"]*"/, '"hostname": "other.example"'),
    );
    mkdirSync(join(directory, 'directory.json'));
    assert.deepEqual(await list(), []);
  });

  it('that cannot be written are reported', async () => {
    writeFileSync(foldersDirectory(home), '');
    await snapshots().update(open(true));
    assert.equal(errors.length, 1);
  });
});
