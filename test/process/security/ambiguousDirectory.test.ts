import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { useApi } from '../../support/api/useApi';
import { itIn } from '../../support/security/itIn';

const PERSISTENCES = ['window', 'tmux', 'host'] as const;

/** Makes 30 directories of this name in each other. A shell stops where its path is too long. */
const MAKE_DEEP = `
for (let depth = 0; depth < 30; depth++) {
  fs.mkdirSync(process.argv[1]);
  process.chdir(process.argv[1]);
}`;

describe('a link whose target depends on who resolves it', function () {
  this.timeout(60_000);
  const api = useApi();

  const begin = (cwd: string, persistence: string) =>
    api.call('POST', '/api/sessions', {
      token: api.folderToken,
      body: { provider: 'fake', cwd, persistence },
    });

  for (const persistence of PERSISTENCES) {
    itIn(persistence)(
      `is refused if its target cannot be resolved to one path: ${persistence} [A42]`,
      async () => {
        const { folder } = api.fixture;
        const outside = api.makeDirectory('outside');
        // The system follows it in steps. Its whole path is longer than a path may be.
        const name = 'd'.repeat(200);
        const half = Array.from({ length: 15 }, () => name);
        execFileSync(process.execPath, ['-e', MAKE_DEEP, name], { cwd: folder });
        try {
          symlinkSync(half.join('/'), join(folder, 'half'));
          symlinkSync(join('half', ...half), join(folder, 'whole'));
          const ups = Array.from({ length: folder.split('/').length - 1 + 30 }, () => '..');
          symlinkSync(`whole/${ups.join('/')}${outside}`, join(folder, 'link'));
          const { status, code } = await begin(join(folder, 'link'), persistence);
          assert.deepEqual([status, code], [400, 'CWD_NOT_FOUND']);
          assert.deepEqual(api.core.sessions.list(), []);
        } finally {
          execFileSync('rm', ['-rf', name], { cwd: folder });
        }
      },
    );

    itIn(persistence)(`leads to the directory that was checked: ${persistence} [A42]`, async () => {
      const { folder } = api.fixture;
      const outside = api.makeDirectory('outside');
      mkdirSync(join(folder, outside), { recursive: true });
      symlinkSync(`/proc/self/cwd${outside}`, join(folder, 'link'));
      const before = process.cwd();
      process.chdir(folder);
      try {
        const { status, json, text } = await begin(join(folder, 'link'), persistence);
        assert.equal(status, 201, text);
        const { id } = json as SessionView;
        await api.shows(id, `agent in ${join(folder, outside)}`);
      } finally {
        process.chdir(before);
      }
    });
  }
});
