import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { SessionError } from '../../../src/base/errors';
import { PROTOCOL_VERSION } from '../../../src/host/protocol/calls';
import { readStartTime } from '../../../src/base/readStartTime';
import { useSessionHost } from '../../support/host/useSessionHost';
import { itAsRoot } from '../../support/security/itAsRoot';

describe('a session host', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  const mode = (path: string) => lstatSync(path).mode & 0o777;

  it('is found by others, through files that only the person can read', async () => {
    assert.equal(await host.access().find(), undefined);
    const found = await host.ensure();
    assert.deepEqual(await host.access().ensure(), await host.access().find());
    assert.equal((await host.access().find())?.pid, found.pid);
    const { directory, lockfile, log } = host.paths;
    assert.deepEqual([directory, lockfile, log, found.socketPath].map(mode), [
      ...[0o700, 0o600, 0o600, 0o600],
    ]);
    assert.ok(!readFileSync(log, 'utf8').includes(found.token), 'the log has the token');
  });

  it('runs from its own copy of the code and its licences', async () => {
    writeFileSync(join(host.extensionPath, 'dist', 'THIRD-PARTY-NOTICES.txt'), 'all licences');
    const { pid } = await host.ensure();
    const copy = join(host.paths.directory, '1.2.3');
    assert.match(readFileSync(`/proc/${pid}/cmdline`, 'utf8'), /\/1\.2\.3\/host\.js\0/);
    assert.ok(existsSync(join(copy, 'vendor', 'node-pty', 'package.json')));
    const [worker, own] = [
      join(copy, 'screenWorker.js'),
      join(host.extensionPath, 'dist', 'screenWorker.js'),
    ];
    assert.ok(readFileSync(worker).equals(readFileSync(own)));
    assert.equal(readFileSync(join(copy, 'THIRD-PARTY-NOTICES.txt'), 'utf8'), 'all licences');
  });

  it('starts its first session after the extension was removed', async () => {
    const extensionPath = join(host.home, 'extension');
    cpSync(host.extensionPath, extensionPath, { recursive: true, verbatimSymlinks: true });
    const conversation = await host.enter(await host.ensure({ extensionPath }));
    rmSync(extensionPath, { recursive: true });
    await conversation.sh('shell-main-a', 'echo here; read line');
    await conversation.attach('shell-main-a', 1);
    await conversation.shows(1, 'here');
  });

  it('continues after all its files were removed', async () => {
    const conversation = await host.enter(await host.ensure());
    await conversation.sh('shell-main-a', 'read line');
    const limits = {
      maxSessions: 10,
      exitedRetentionMs: 1000,
      keepScreensOnDisk: true,
      screenWorker: 'auto' as const,
    };
    conversation.note({ note: 'limits', limits });
    // In one step, since the host continues to write there.
    renameSync(host.paths.directory, `${host.paths.directory}.aside`);
    writeFileSync(host.paths.directory, 'a file, so that none can be written');
    const found = await conversation.report();
    await conversation.sh('shell-main-b', 'echo here; read line');
    await conversation.attach('shell-main-b', 1);
    await conversation.shows(1, 'here');
    await conversation.kill('shell-main-a');
    await conversation.stop();
    await host.isGone(found.pid);
  });

  it('is detached from the process that started it, and has little of its environment', async () => {
    const secrets = {
      SECRET: 's3cret',
      VSCODE_PID: '1',
      AGENT_TERMINALS_SESSION_MARKER: 'm',
      NODE_OPTIONS: '--no-warnings',
    };
    const { pid } = await host.ensure({ env: { ...process.env, ...secrets } });
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    Object.keys(secrets).forEach((name) => assert.ok(!environment.includes(`${name}=`), name));
    assert.match(environment, /\0MALLOC_ARENA_MAX=1\0/);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, , pgid, sid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    assert.deepEqual([pgid, sid], [String(pid), String(pid)]);
    process.kill(pid, 'SIGHUP');
    const conversation = await host.enter(await host.ensure());
    assert.equal((await conversation.report()).pid, pid);
  });

  it('is started once for simultaneous requests', async () => {
    const found = await Promise.all(Array.from({ length: 6 }, () => host.ensure()));
    assert.equal(new Set(found.map(({ pid }) => pid)).size, 1);
    assert.equal(countOf('.sock'), 1);
  });

  it('replaces one that was killed, and its socket', async () => {
    const first = await host.ensure();
    await host.kill(first.pid);
    assert.equal(await host.access().find(), undefined);
    assert.ok(!existsSync(host.paths.lockfile), 'the lock file of the killed host remains');
    const second = await host.ensure();
    assert.notEqual(second.host, first.host);
    assert.notEqual(second.token, first.token);
    assert.equal(countOf('.sock'), 1);
  });

  it('is started if its lock file names a later process with the same pid', async () => {
    const first = await host.ensure();
    await host.kill(first.pid);
    const entry = { ...first, pid: process.pid, startTime: '1' };
    writeFileSync(host.paths.lockfile, JSON.stringify(entry));
    const second = await host.ensure();
    assert.notEqual(second.pid, process.pid);
    assert.ok(readStartTime(second.pid));
  });

  it('does not affect the host of another machine that shares the home', async () => {
    mkdirSync(join(host.paths.directory, '0.9.0'), { recursive: true });
    writeFileSync(join(host.paths.directory, '0.9.0', 'host.js'), '');
    const socketPath = join(host.paths.directory, `${PROTOCOL_VERSION}-elsewhere.sock`);
    writeFileSync(socketPath, '');
    const elsewhere = JSON.stringify({
      ...{ pid: process.pid, startTime: '1', socketPath, token: 't', version: '0.9.0' },
      ...{ host: 'h', protocol: PROTOCOL_VERSION, hostname: 'elsewhere.example' },
      code: join(host.paths.directory, '0.9.0'),
    });
    writeFileSync(host.paths.lockfile, elsewhere);
    const found = await host.ensure();
    assert.equal((await host.access().find())?.host, found.host);
    assert.equal(readFileSync(host.paths.lockfile, 'utf8'), elsewhere);
    assert.ok(existsSync(socketPath) && existsSync(join(host.paths.directory, '0.9.0')));
    await (await host.enter(found)).stop();
    await host.isGone(found.pid);
    assert.ok(!existsSync(host.paths.machineLockfile));
  });

  for (const [what, text] of [
    ['empty', ''],
    ['incomplete', '{"pid": 12'],
    ['of another shape', '[1, null]'],
    ['not text', '\0\ufeff'],
  ] as const) {
    it(`is started if its lock file is ${what}`, async () => {
      mkdirSync(host.paths.directory, { recursive: true });
      writeFileSync(host.paths.lockfile, text);
      await host.enter(await host.ensure());
    });
  }

  itAsRoot('is refused if another user owns its directory', async () => {
    mkdirSync(host.paths.directory);
    chownSync(host.paths.directory, 12_345, 12_345);
    await refuses(/is not a directory of your own/);
  });

  it('is refused with a clear message if its files cannot be written', async () => {
    writeFileSync(host.paths.directory, 'a file');
    await refuses(/cannot write to .*correct its permissions/);
  });

  it('is refused with a clear message if its program is missing', async () => {
    await refuses(/could not be started: ENOENT/, { extensionPath: '/nowhere' });
  });

  it('is refused with a clear message if its runtime cannot be run', async () => {
    await refuses(/could not be started: spawn \/nowhere ENOENT/, { runtime: '/nowhere' });
  });

  it('is refused with a clear message if it ends at once', async () => {
    await refuses(/it ended during its start; see its log/, { runtime: '/bin/true' });
  });

  it('listens in a temporary directory if the path of its socket would be too long', async () => {
    const home = join(host.home, 'x'.repeat(100));
    mkdirSync(home);
    const access = host.access({ home });
    const found = await access.ensure();
    try {
      assert.ok(found.socketPath.startsWith(tmpdir()));
      assert.equal(mode(dirname(found.socketPath)), 0o700);
      const conversation = await host.enter(found);
      await conversation.stop();
      await host.isGone(found.pid);
      assert.ok(!existsSync(dirname(found.socketPath)), 'the directory is left');
    } finally {
      await host.kill(found.pid);
    }
  });

  it('keeps its own code and the screens, and removes the code of other versions', async () => {
    await host.ensure();
    for (const [name, file] of [
      ['1.0.0', 'host.js'],
      ['.abc.tmp', 'host.js'],
      ['screens', 'a.json'],
    ] as const) {
      mkdirSync(join(host.paths.directory, name));
      writeFileSync(join(host.paths.directory, name, file), '');
    }
    await host.kill((await host.ensure()).pid);
    await host.ensure({ version: '1.2.4' });
    const left = readdirSync(host.paths.directory, { withFileTypes: true });
    assert.deepEqual(
      left.filter((one) => one.isDirectory()).map(({ name }) => name),
      ['1.2.4', 'screens'],
    );
  });

  itAsRoot('refuses connections of other users', async () => {
    const { socketPath } = await host.ensure();
    // The person's home and the program are readable by others, so that the host's own directory decides.
    for (let path = host.home; path.startsWith(`${tmpdir()}/`); path = dirname(path)) {
      chmodSync(path, 0o755);
    }
    const node = join(host.home, 'node');
    copyFileSync(process.execPath, node);
    const output = execFileSync(
      node,
      [
        '-e',
        `require('net').connect(${JSON.stringify(socketPath)}).on('error', (e) => console.log(e.code)).on('connect', () => process.exit())`,
      ],
      { uid: 12_345, gid: 12_345, cwd: '/' },
    );
    assert.equal(output.toString().trim(), 'EACCES');
  });

  it('is used by a newer version, and keeps its sessions', async () => {
    const old = await host.ensure();
    const conversation = await host.enter(old);
    await conversation.sh('shell-main-a', 'read line');
    const found = await host.ensure({ version: '9.9.9' });
    assert.deepEqual([found.pid, found.version], [old.pid, '1.2.3']);
    const { sessions } = await (await host.enter(found)).hello(found);
    assert.deepEqual(
      sessions.map(({ id }) => id),
      ['shell-main-a'],
    );
  });

  function countOf(suffix: string): number {
    return readdirSync(host.paths.directory).filter((name) => name.endsWith(suffix)).length;
  }

  async function refuses(
    message: RegExp,
    change: Parameters<typeof host.access>[0] = {},
  ): Promise<void> {
    await assert.rejects(host.access(change).ensure(), (error) => {
      assert.ok(SessionError.is(error, 'SPAWN_FAILED'));
      assert.match(error.message, message);
      return true;
    });
    assert.equal(await host.access(change).find(), undefined);
  }
});
