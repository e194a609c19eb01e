import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PROTOCOL_VERSION } from '../../../src/host/protocol/calls';
import { useHomeOfSessions } from '../../support/security/useHomeOfSessions';
import { useSecondUser, type Attempt } from '../../support/security/useSecondUser';

/** The lock file of the session host. */
const HOST_FILE = `host-${PROTOCOL_VERSION}.json`;

/** Directories that contain only programs, which are no secret. */
const PUBLIC = /\/host\/[\d.]+\/|\.lock$/;

describe('another user of the machine', function () {
  this.timeout(60_000);
  const user = useSecondUser();
  const home = useHomeOfSessions();
  const { api } = home;

  beforeEach(() => home.start());

  /** As left by an earlier version, or created by another program. */
  function openTop(): void {
    const { home: top } = api.fixture;
    [home.directory, join(top, 'storage')].forEach((path) => chmodSync(path, 0o755));
  }

  /** The tokens of the window, its port, its folders and its sessions. */
  function tokens(): readonly string[] {
    const hooks = join(home.directory, 'hooks');
    const files = readdirSync(hooks).filter((name) => name.endsWith('.json'));
    const ofSessions = files.flatMap((name) => {
      const { token, driveToken } = JSON.parse(readFileSync(join(hooks, name), 'utf8')) as {
        readonly token: string;
        readonly driveToken: string;
      };
      return [token, driveToken];
    });
    const all = [...ofSessions, api.token, api.folderToken];
    assert.ok(all.length >= 6 && all.every((token) => token.length === 43), all.join());
    return all;
  }

  /** The processes of the sessions. */
  const pids = (): readonly number[] => api.core.sessions.list().flatMap(({ pid }) => pid ?? []);

  it('connects to no socket of the window, the session host, tmux and SSH [A1]', async () => {
    // The plan of a start over SSH opens the socket that is forwarded, and connects to nothing.
    api.fixture.set({ sshPath: process.execPath });
    const ssh = { target: 'there', sshArgs: [] };
    await api.fixture.prepare({ providerId: 'claude', options: { ssh } });
    openTop();
    const sockets = home.sockets();
    const places = new Set(sockets.map((path) => basename(dirname(path))));
    assert.ok(places.has('forwards'), [...places].join());
    assert.equal(places.size, home.ids.size + 1, [...places].join());
    await user.assertDenied(sockets.map((path) => ({ way: 'connect', path })));
  });

  it('reads no file of ours, and lists no directory [A2]', async () => {
    await user.succeed({ way: 'list', path: api.fixture.home });
    const paths = home.paths();
    const read = (path: string): Attempt =>
      statSync(path).isDirectory() ? { way: 'list', path } : { way: 'read', path };
    const readable = paths.filter((path) => !statSync(path).isSocket());
    await user.assertDenied(readable.map(read));
    openTop();
    const [top, storage] = [home.directory, join(api.fixture.home, 'storage')];
    const secret = readable.filter((path) => path !== top && path !== storage);
    const names = secret.map((path) => path.slice(top.length)).join('\n');
    ['windows/', 'hooks/', `host/${HOST_FILE}`, 'tmux/'].forEach((name) =>
      assert.ok(names.includes(name), name),
    );
    await user.assertDenied(secret.filter((path) => !PUBLIC.test(path)).map(read));
  });

  it('moves, removes and replaces nothing of ours [A3]', async () => {
    openTop();
    const before = readFileSync(entryPath(), 'utf8');
    const changes = home.paths().flatMap((path): readonly Attempt[] => {
      const { mode } = statSync(path);
      const isDirectory = (mode & 0o170000) === 0o040000;
      return [
        { way: 'move', path, to: `${path}.moved` },
        { way: 'remove', path },
        { way: 'allow', path },
        isDirectory ? { way: 'put', path: join(path, 'planted') } : { way: 'put', path },
      ];
    });
    await user.assertDenied(changes);
    assert.equal(readFileSync(entryPath(), 'utf8'), before);
    assert.equal((await api.call('GET', '/api/sessions')).status, 200);
  });

  it('finds no token on a command line while sessions start, nor in an environment [A8]', async function () {
    requireProc(this);
    await user.succeed({ way: 'watchCommandLines' });
    await home.start();
    const lines = (await user.succeed({ way: 'commandLines' })) as readonly string[];
    const text = lines.join('\n');
    assert.ok(text.includes('fake agent'), 'the command line of an agent was not seen');
    for (const token of tokens()) {
      assert.ok(
        !text.includes(token),
        lines.find((line) => line.includes(token)),
      );
    }
    await user.assertDenied(pids().map((pid) => ({ way: 'read', path: `/proc/${pid}/environ` })));
  });

  it('types into no terminal, and reads none [A9]', async function () {
    requireProc(this);
    const terminals = pids().map((pid) => readlinkSync(`/proc/${pid}/fd/0`));
    assert.ok(terminals.length > 0 && terminals.every((path) => /^\/dev\/pts\/\d+$/.test(path)));
    await user.assertDenied(
      terminals.flatMap((path) => [
        { way: 'type', path },
        { way: 'open', path },
      ]),
    );
  });

  it('signals no session, host or window [A10]', async () => {
    const hosts = readdirSync(join(home.directory, 'host')).includes(HOST_FILE)
      ? [readHostPid()]
      : [];
    const signals = pids().map((pid) => ({ way: 'signal', pid, name: 'SIGHUP' }));
    const probes = [...hosts, process.pid].map((pid) => ({ way: 'signal', pid, name: 0 }));
    await user.assertDenied([...signals, ...probes]);
    const states = api.core.sessions.list().map(({ state }) => state);
    assert.ok(!states.includes('terminated'), states.join());
  });

  const entryPath = (): string => {
    const name = readdirSync(api.windows).find((one) => one.endsWith('.json'));
    return join(api.windows, name ?? '');
  };

  function readHostPid(): number {
    const text = readFileSync(join(home.directory, 'host', HOST_FILE), 'utf8');
    return (JSON.parse(text) as { readonly pid: number }).pid;
  }
});

/** Skips a test that finds processes by the files of Linux. */
function requireProc(test: Mocha.Context): void {
  if (process.platform !== 'linux') {
    test.skip();
  }
}
