import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkCwd, checkExecutable, findExecutable } from '../../../../src/pty/shell/preflight';

/** A user without rights. Root may enter and read everything, so that it sees no refusal. */
const UNPRIVILEGED_UID = 65_534;

describe('preflight', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'agent-terminals-preflight-'));
    chmodSync(root, 0o755);
    mkdirSync(join(root, 'dir'));
    writeFileSync(join(root, 'text'), 'text', { mode: 0o644 });
    writeFileSync(join(root, 'program'), '#!/bin/sh\n', { mode: 0o755 });
    symlinkSync('program', join(root, 'link'));
    symlinkSync('nowhere', join(root, 'dangling'));
    mkdirSync(join(root, 'closed'));
    mkdirSync(join(root, 'closed', 'inner'));
    writeFileSync(join(root, 'closed', 'program'), '', { mode: 0o755 });
    chmodSync(join(root, 'closed'), 0o000);
  });
  afterEach(() => {
    // Only root can remove files in a directory without permissions.
    chmodSync(join(root, 'closed'), 0o755);
    rmSync(root, { recursive: true });
  });

  describe('checkCwd', () => {
    it('accepts a folder', async () => {
      const path = join(root, 'dir');
      assert.deepEqual(await checkCwd(path), { kind: 'ok', value: path });
    });

    for (const [name, sentence] of [
      ['missing', /does not exist; create it/],
      ['dangling', /does not exist; create it/],
      ['text', /is a file; choose a folder/],
      ['text/below', /does not exist; create it/],
      ['closed/inner', /may not be entered; change its permissions/],
    ] as const) {
      it(`refuses "${name}" with a specific message`, async () => {
        const path = join(root, name);
        const checked = await asAnyone(() => checkCwd(path));
        assert.ok(checked.kind === 'failed');
        assert.equal(checked.error.code, 'CWD_NOT_FOUND');
        assert.ok(checked.error.message.includes(path));
        assert.match(checked.error.message, sentence);
      });
    }

    it('refuses a relative path', async () => {
      const checked = await checkCwd('dir');
      assert.match(checked.kind === 'failed' ? checked.error.message : '', /not an absolute path/);
    });
  });

  describe('checkExecutable', () => {
    function check(file: string, path = root) {
      return asAnyone(() => checkExecutable(file, { env: { PATH: path }, cwd: root }));
    }

    for (const file of ['program', 'link', './program']) {
      it(`finds ${file}`, async () => {
        assert.deepEqual(await check(file), { kind: 'ok', value: join(root, file) });
      });
    }

    for (const [name, sentence] of [
      ['dir', /is a directory, not a program/],
      ['text', /is not executable; run "chmod \+x"/],
      ['dangling', /is a link to a file that does not exist/],
      ['closed/program', /cannot be read \(permission denied\)/],
      ['text/below', /does not exist; correct its path/],
      ['missing', /does not exist; correct its path/],
    ] as const) {
      it(`refuses the path of "${name}" with a specific message`, async () => {
        const checked = await check(join(root, name));
        assert.ok(checked.kind === 'failed');
        assert.equal(checked.error.code, 'CLI_NOT_FOUND');
        assert.ok(checked.error.message.includes(join(root, name)));
        assert.match(checked.error.message, sentence);
      });
    }

    it('reports the PATH in which it searched for a name', async () => {
      const checked = await check('missing', `${root}:/no/such/bin`);
      assert.equal(
        checked.kind === 'failed' && checked.error.message,
        `The program "missing" was not found in ${root}:/no/such/bin; install it or give its whole path.`,
      );
    });

    it('reports an empty PATH', async () => {
      const checked = await check('missing', '');
      assert.match(checked.kind === 'failed' ? checked.error.message : '', /in an empty PATH/);
    });
  });

  describe('findExecutable', () => {
    it('skips an entry that is not a program, and returns the next one', async () => {
      mkdirSync(join(root, 'dir', 'program'));
      const env = { PATH: `${join(root, 'dir')}:relative:${root}` };
      const search = await findExecutable('program', { env, cwd: '/' });
      assert.deepEqual(search, { kind: 'found', path: join(root, 'program') });
    });

    for (const name of ['node', 'sh', 'ssh', 'tmux']) {
      it(`finds no ${name} in a repository by a relative directory of the PATH [A24]`, async () => {
        writeFileSync(join(root, name), '#!/bin/sh\n', { mode: 0o755 });
        const below = relative(process.cwd(), root);
        for (const PATH of ['.', './', '', ':', '..', `.::${below}`, below]) {
          const search = await findExecutable(name, { env: { PATH }, cwd: root });
          assert.deepEqual([PATH, search.kind], [PATH, 'notFound']);
        }
      });
    }

    it('reports the first match that is not a program', async () => {
      const env = { PATH: `/no/such/bin:${root}` };
      assert.deepEqual(await findExecutable('dir', { env, cwd: '/' }), {
        kind: 'notFound',
        problem: 'directory',
        file: join(root, 'dir'),
        lookedIn: ['/no/such/bin', root],
      });
    });
  });
});

/** Runs `look` as a user other than root. */
async function asAnyone<T>(look: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) {
    return look();
  }
  process.seteuid?.(UNPRIVILEGED_UID);
  try {
    return await look();
  } finally {
    process.seteuid?.(0);
  }
}
