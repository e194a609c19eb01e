import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { readHostLockfile } from '../../../../src/host/discovery/hostLockfile';
import { displacedLockfile } from '../../../../src/host/discovery/hostPaths';
import { connectTo, createClient } from '../../../support/host/hostedSessions';
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
    rmSync(host.home, { recursive: true });
    await waitFor(async () => (await host.access().find())?.pid === found.pid, {
      limitMs: LIMIT_MS,
      what: 'a window to find it',
    });
    const again = await host.ensure();
    assert.equal(lstatSync(host.paths.directory).mode & 0o777, 0o700);
    const next = await host.enter(again, 'next');
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
    rmSync(found.socketPath);
    await waitFor(async () => (await host.access().find())?.socketPath !== found.socketPath, {
      limitMs: LIMIT_MS,
      what: 'another socket',
    });
    const again = await host.ensure();
    assert.equal(again.pid, found.pid);
    assert.equal((await (await host.enter(again, 'next')).report()).sessions, 1);
    sockets.forEach((socket) => socket.destroy());
    assert.equal((await client.report()).pid, found.pid);
    client.dispose();
  });

  it('is found again after a failed attempt, once nothing blocks its lock file', async () => {
    const found = await host.ensure();
    await (await host.enter(found)).sh('shell-main-a', 'read line');
    rmSync(host.paths.lockfile);
    mkdirSync(join(host.paths.lockfile, 'in the way'), { recursive: true });
    const hasFailed = (): boolean =>
      /windows cannot find it/.test(readFileSync(host.paths.log, 'utf8'));
    await waitFor(hasFailed, { limitMs: LIMIT_MS, what: 'a failed attempt' });
    rmSync(host.paths.lockfile, { recursive: true });
    await waitFor(async () => (await host.access().find())?.pid === found.pid, {
      // It retries on the removal or, if that occurred during its last attempt, after 30 s.
      limitMs: 45_000,
      what: 'a window to find it',
    });
  });

  it('keeps its sessions beside a host that has taken its place, and ends with the last one', async () => {
    const first = await host.ensure();
    const conversation = await host.enter(first);
    await conversation.sh('shell-main-a', 'read line');
    // It continues only once another host runs.
    process.kill(first.pid, 'SIGSTOP');
    renameSync(host.paths.directory, `${host.paths.directory}.away`);
    const second = await host.ensure();
    process.kill(first.pid, 'SIGCONT');
    const beside = displacedLockfile(host.paths, first.host);
    await waitFor(() => existsSync(beside), { limitMs: LIMIT_MS, what: 'its other lock file' });
    assert.deepEqual([first.pid === second.pid, (await host.ensure()).pid], [false, second.pid]);
    const moved = await readHostLockfile(beside);
    assert.ok(moved);
    await (await host.enter(moved, 'next')).kill('shell-main-a');
    await host.isGone(first.pid);
    assert.ok(!existsSync(beside));
    assert.equal((await host.access().find())?.pid, second.pid, 'the other host is still found');
  });

  it('that dies beside another one is cleaned up by the next search', async () => {
    const first = await host.ensure();
    await (await host.enter(first)).sh('shell-main-a', 'read line');
    process.kill(first.pid, 'SIGSTOP');
    renameSync(host.paths.directory, `${host.paths.directory}.away`);
    const second = await host.ensure();
    process.kill(first.pid, 'SIGCONT');
    const beside = displacedLockfile(host.paths, first.host);
    await waitFor(() => existsSync(beside), { limitMs: LIMIT_MS, what: 'its other lock file' });
    await host.kill(first.pid);
    assert.equal((await host.access().find())?.pid, second.pid);
    assert.ok(!existsSync(beside));
  });

  it('ends if another host has taken its place and it has no session', async () => {
    const first = await host.ensure();
    process.kill(first.pid, 'SIGSTOP');
    renameSync(host.paths.directory, `${host.paths.directory}.away`);
    const second = await host.ensure();
    process.kill(first.pid, 'SIGCONT');
    await host.isGone(first.pid);
    assert.equal((await host.access().find())?.pid, second.pid);
  });

  it('ends if its files are gone and it has no session', async () => {
    const { pid } = await host.ensure();
    // Renamed, and removed with the home after the test: the host may still write there.
    renameSync(host.paths.directory, `${host.paths.directory}.away`);
    await host.isGone(pid);
    assert.equal(existsSync(host.paths.directory), false);
  });
});
