import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { nullLogger } from '../../../../src/base/logger';
import { readStartTime } from '../../../../src/base/readStartTime';
import { readHostLockfile, writeHostLockfile } from '../../../../src/host/discovery/hostLockfile';
import { displacedLockfile, hostPaths } from '../../../../src/host/discovery/hostPaths';
import { PROTOCOL_VERSION } from '../../../../src/host/protocol/calls';
import {
  HostRegistration,
  type RegisteredHost,
} from '../../../../src/host/server/hostRegistration';
import { CHECK_FILES_EVERY_MS } from '../../../../src/host/server/limits';
import { connectTo, createClient } from '../../../support/host/hostedSessions';
import { ManualClock } from '../../../support/manualClock';
import { useSessionHost } from '../../../support/host/useSessionHost';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 20_000;

describe('a running session host', function () {
  this.timeout(60_000);
  const host = useSessionHost();

  it('is found again with its sessions after its files were removed', async () => {
    const found = await host.ensure();
    const conversation = await host.enter(found);
    await conversation.sh('shell-main-a', 'while read line; do echo "got $line"; done');
    const other = await host.enter(found);
    rmSync(host.home, { recursive: true });
    other.dispose();
    await waitFor(async () => (await host.access().find())?.pid === found.pid, {
      limitMs: LIMIT_MS,
      what: 'a window to find it',
    });
    const again = await host.ensure();
    assert.equal(lstatSync(host.paths.directory).mode & 0o777, 0o700);
    const next = await host.enter(again);
    await next.attach('shell-main-a', 1);
    next.type(1, 'on\r');
    await next.shows(1, 'got on');
    assert.equal((await conversation.report()).sessions, 1, 'the first client is still connected');
  });

  it('listens on another socket after its own was removed, and connected windows find it', async () => {
    const found = await host.ensure();
    const sockets: Duplex[] = [];
    const connect = async (path: string): Promise<Duplex> => {
      const socket = await connectTo(path);
      sockets.push(socket);
      return socket;
    };
    const client = createClient(host.access(), { connect });
    await client.connect();
    await (await host.enter(found)).sh('shell-main-a', 'read line');
    const other = await host.enter(found);
    rmSync(found.socketPath);
    other.dispose();
    await waitFor(async () => (await host.access().find())?.socketPath !== found.socketPath, {
      limitMs: LIMIT_MS,
      what: 'another socket',
    });
    const again = await host.ensure();
    assert.equal(again.pid, found.pid);
    assert.equal((await (await host.enter(again)).report()).sessions, 1);
    sockets.forEach((socket) => socket.destroy());
    await waitFor(() => sockets.length === 2, { limitMs: LIMIT_MS, what: 'a new connection' });
    assert.equal((await client.report()).pid, found.pid);
    client.dispose();
  });

  it('is found again after a failed attempt, once nothing blocks its lock file', async () => {
    const found = await host.ensure();
    await (await host.enter(found)).sh('shell-main-a', 'read line');
    const others = [await host.enter(found), await host.enter(found)];
    rmSync(host.paths.lockfile);
    mkdirSync(join(host.paths.lockfile, 'in the way'), { recursive: true });
    others[0]?.dispose();
    const hasFailed = (): boolean =>
      /windows cannot find it/.test(readFileSync(host.paths.log, 'utf8'));
    await waitFor(hasFailed, { limitMs: LIMIT_MS, what: 'a failed attempt' });
    rmSync(host.paths.lockfile, { recursive: true });
    others[1]?.dispose();
    await waitFor(async () => (await host.access().find())?.pid === found.pid, {
      limitMs: LIMIT_MS,
      what: 'a window to find it',
    });
  });

  it('keeps its sessions beside a host that has taken its place, and ends with the last one', async () => {
    const first = await host.ensure();
    const conversation = await host.enter(first);
    await conversation.sh('shell-main-a', 'read line');
    const other = await host.enter(first);
    // It continues only once another host runs.
    process.kill(first.pid, 'SIGSTOP');
    renameSync(host.paths.directory, `${host.paths.directory}.away`);
    const second = await host.ensure();
    process.kill(first.pid, 'SIGCONT');
    other.dispose();
    const beside = displacedLockfile(host.paths, first.host);
    await waitFor(() => existsSync(beside), { limitMs: LIMIT_MS, what: 'its other lock file' });
    await assert.rejects(
      conversation.sh('shell-main-b', 'read line'),
      /takes no new sessions because another one has replaced it\. Reload/,
    );
    assert.deepEqual([first.pid === second.pid, (await host.ensure()).pid], [false, second.pid]);
    const moved = await readHostLockfile(beside);
    assert.ok(moved);
    await (await host.enter(moved)).kill('shell-main-a');
    await host.isGone(first.pid);
    assert.ok(!existsSync(beside));
    assert.equal((await host.access().find())?.pid, second.pid, 'the other host is still found');
  });

  it('that dies beside another one is cleaned up by the next search', async () => {
    const first = await host.ensure();
    await (await host.enter(first)).sh('shell-main-a', 'read line');
    const other = await host.enter(first);
    process.kill(first.pid, 'SIGSTOP');
    renameSync(host.paths.directory, `${host.paths.directory}.away`);
    const second = await host.ensure();
    process.kill(first.pid, 'SIGCONT');
    other.dispose();
    const beside = displacedLockfile(host.paths, first.host);
    await waitFor(() => existsSync(beside), { limitMs: LIMIT_MS, what: 'its other lock file' });
    await host.kill(first.pid);
    assert.equal((await host.access().find())?.pid, second.pid);
    assert.ok(!existsSync(beside));
  });

  it('ends if another host has taken its place and it has no session', async () => {
    const first = await host.ensure();
    const other = await host.enter(first);
    process.kill(first.pid, 'SIGSTOP');
    renameSync(host.paths.directory, `${host.paths.directory}.away`);
    const second = await host.ensure();
    process.kill(first.pid, 'SIGCONT');
    other.dispose();
    await host.isGone(first.pid);
    assert.equal((await host.access().find())?.pid, second.pid);
  });

  it('ends if its files are gone and it has no session', async () => {
    const found = await host.ensure();
    const other = await host.enter(found);
    // Renamed, and removed with the home after the test: the host may still write there.
    renameSync(host.paths.directory, `${host.paths.directory}.away`);
    other.dispose();
    await host.isGone(found.pid);
    assert.equal(existsSync(host.paths.directory), false);
  });
});

describe('HostRegistration', () => {
  let home = '';
  let clock: ManualClock;
  let registration: HostRegistration;
  let isNeeded: boolean;
  let lost: string[];
  let restored: number;
  let warnings: string[];

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'agent-terminals-registration-'));
    clock = new ManualClock();
    [isNeeded, lost, restored, warnings] = [true, [], 0, []];
    const registered: RegisteredHost = {
      ...{ id: 'own', token: 't', serve() {} },
      get isNeeded() {
        return isNeeded;
      },
      handleLost: (reason) => lost.push(reason),
      handleRestored: () => restored++,
    };
    registration = new HostRegistration(registered, {
      ...{ paths: paths(), version: '1.2.3', code: home, clock },
      logger: { ...nullLogger, warn: (message) => warnings.push(message) },
      terminate: () => Promise.resolve([]),
    });
    assert.equal(await registration.register(), true);
  });
  afterEach(() => {
    registration.dispose();
    assert.equal(clock.pendingTimers, 0);
    rmSync(home, { recursive: true, force: true });
  });

  const paths = () => hostPaths(home, PROTOCOL_VERSION);
  /** Lets a minute pass, after which the files are looked at. */
  const passes = async (what: string, condition: () => boolean): Promise<void> => {
    clock.advance(CHECK_FILES_EVERY_MS);
    await waitFor(condition, { limitMs: LIMIT_MS, what });
  };

  it('writes its lock file and its socket again within a minute', async () => {
    rmSync(paths().directory, { recursive: true });
    await passes('its files', () => restored === 1);
    const first = await readHostLockfile(paths().lockfile);
    assert.ok(first && existsSync(first.socketPath));
    rmSync(first.socketPath);
    await passes('its socket', () => restored === 2);
    const second = await readHostLockfile(paths().lockfile);
    assert.ok(second && second.socketPath !== first.socketPath && existsSync(second.socketPath));
    assert.deepEqual([registration.isDisplaced, lost], [false, []]);
  });

  for (const [what, text] of [
    ['is empty', ''],
    ['names a host that has ended', JSON.stringify(entryOf(process.pid, '1'))],
  ] as const) {
    it(`replaces a lock file that ${what}`, async () => {
      writeFileSync(paths().lockfile, text);
      await passes('its lock file', () => restored === 1);
      assert.equal((await readHostLockfile(paths().lockfile))?.host, 'own');
      assert.equal(registration.isDisplaced, false);
    });
  }

  it('leaves the lock file of another live host, and writes one beside it', async () => {
    const other = entryOf(process.pid, readStartTime(process.pid) ?? '');
    await writeHostLockfile(paths().lockfile, other);
    await passes('its other lock file', () => restored === 1);
    assert.equal(registration.isDisplaced, true);
    assert.equal((await readHostLockfile(paths().lockfile))?.host, 'other');
    const beside = await readHostLockfile(displacedLockfile(paths(), 'own'));
    assert.equal(beside?.host, 'own');
  });

  it('tries again in the next minute if it fails', async () => {
    rmSync(paths().directory, { recursive: true });
    writeFileSync(paths().directory, 'in the way');
    await passes('a failed attempt', () => warnings.length === 1);
    rmSync(paths().directory);
    await waitFor(() => clock.pendingTimers === 1, { limitMs: LIMIT_MS, what: 'the next check' });
    await passes('its files', () => restored === 1);
  });

  it('without sessions reports that its files are gone, and writes none', async () => {
    isNeeded = false;
    rmSync(paths().directory, { recursive: true });
    await passes('the report', () => lost.length > 0);
    assert.deepEqual(lost, ['Its files were removed, and it has no sessions']);
    assert.ok(!existsSync(paths().directory));
    await waitFor(() => clock.pendingTimers === 1, { limitMs: LIMIT_MS, what: 'the next check' });
  });

  function entryOf(pid: number, startTime: string) {
    return {
      ...{ pid, startTime, socketPath: '/none.sock', token: 't', version: '1.2.3' },
      ...{ host: 'other', protocol: PROTOCOL_VERSION, code: '/', hostname: hostname() },
    };
  }
});
