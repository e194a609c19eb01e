import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { DiskTranscripts } from '../../../src/conversations/transcripts/diskTranscripts';
import { readStatusText } from '../../../src/status/sources/statusFile';
import { SharedFile } from '../../../src/tasks/sharedFile';
import { SESSION_MAP_FILE } from '../../../src/tasks/sessionMapStore';
import { TASK_FILE } from '../../../src/tasks/taskStore';
import { readLink } from '../../../src/worktrees/git/worktreeEntries';
import { providerOf } from '../../support/agents/transcriptLines';

const GIGABYTE = 1024 ** 3;

/** What an agent can put in the place of a file, in a directory that it may write. */
const PLANTED: Readonly<Record<string, (path: string) => unknown>> = {
  'a named pipe': (path) => execFileSync('mkfifo', [path]),
  'a link to an endless device': (path) => symlink('/dev/zero', path),
  'a link to a named pipe': async (path) => {
    execFileSync('mkfifo', [`${path}.pipe`]);
    await symlink(`${path}.pipe`, path);
  },
  'a directory': (path) => mkdir(path),
  'a file of 1 GB': async (path) => {
    await writeFile(path, '');
    await truncate(path, GIGABYTE);
  },
  'JSON that is nested deeply': (path) => writeFile(path, '['.repeat(60_000)),
};

describe('files that a hostile agent writes', () => {
  let root = '';

  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'agent-terminals-planted-'))));

  afterEach(() => {
    readdirSync(root, { recursive: true, encoding: 'utf8' }).forEach((name) => release(name));
    rmSync(root, { recursive: true });
  });

  /** Ends the wait of a reader of a named pipe, which would otherwise block the process for ever. */
  const release = (name: string): void => {
    try {
      closeSync(openSync(join(root, name), constants.O_WRONLY | constants.O_NONBLOCK));
    } catch {
      // It is no pipe, or nothing reads it.
    }
  };

  for (const [what, plant] of Object.entries(PLANTED)) {
    it(`are not waited for as a status file: ${what} [A21]`, async () => {
      const path = join(root, '1.json');
      await plant(path);
      const text = await readStatusText(path);
      assert.ok(text === undefined || text.startsWith('['), text);
    });

    it(`are not waited for as the list of a CLI’s folders: ${what} [A21]`, async () => {
      await mkdir(join(root, '.gemini'));
      await plant(join(root, '.gemini', 'projects.json'));
      const place = { provider: providerOf('gemini'), cwd: root, env: { HOME: root } };
      assert.deepEqual(await new DiskTranscripts(root).list(place), []);
    });

    it(`are moved aside as the tasks and the conversations: ${what} [A21]`, async () => {
      const files = [
        new SharedFile(root, TASK_FILE, systemClock),
        new SharedFile(root, SESSION_MAP_FILE, systemClock),
      ];
      for (const file of files) {
        await plant(file.path);
        const { content, movedAside } = await file.read();
        assert.deepEqual([content, movedAside !== undefined], [file.format.empty, true]);
      }
    });

    it(`are not waited for as the .git of a worktree: ${what} [A21]`, async () => {
      await plant(join(root, '.git'));
      assert.equal(await readLink(root), undefined);
    });
  }
});
