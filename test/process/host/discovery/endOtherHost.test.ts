import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemClock } from '../../../../src/base/clock';
import { isSameProcess } from '../../../../src/base/isSameProcess';
import { readStartTime } from '../../../../src/base/readStartTime';
import { END_LIMIT_MS } from '../../../../src/host/client/limits';
import { endOtherHost } from '../../../../src/host/discovery/endOtherHost';
import { writeHostLockfile } from '../../../../src/host/discovery/hostLockfile';
import { HOST_MARKER_VARIABLE } from '../../../../src/host/discovery/hostEnvironment';
import { hostedSessionsPath } from '../../../../src/host/discovery/hostedSessionsFile';
import { hostPaths } from '../../../../src/host/discovery/hostPaths';
import { listOtherHosts, requireNotInOtherHost } from '../../../../src/host/discovery/otherHosts';
import { PROTOCOL_VERSION } from '../../../../src/host/protocol/calls';
import { createTerminate } from '../../../../src/pty/process/createTerminate';
import { isRunning } from '../../../support/isRunning';
import { ManualClock } from '../../../support/manualClock';
import { useSessionHost } from '../../../support/host/useSessionHost';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 20_000;
/** Unique, since programs with a host's name are ended on the whole machine. */
const NAME = `that-of-another-${randomUUID()}`;

/** Prints `ready` once it ignores SIGHUP and SIGTERM. */
const IGNORES_SIGNALS = `trap '' HUP TERM; echo ready; while :; do sleep 0.1; done`;

/** Prints `ready`, and ends on SIGTERM like a host. */
const ENDS_ON_TERM = `trap 'exit 0' TERM; echo ready; while :; do sleep 0.1; done`;

describe('endOtherHost', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  const children: ChildProcess[] = [];
  const terminate = createTerminate(systemClock);
  /** As a window of the next protocol sees it. */
  const paths = () => hostPaths(host.home, PROTOCOL_VERSION + 1);

  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

  it('ends a stopped host in order, and leaves none of its files', async () => {
    const found = await host.ensure();
    const conversation = await host.enter(found);
    await conversation.sh('shell-main-a', 'read line');
    const before = { pid: found.pid, startTime: readStartTime(found.pid) };
    process.kill(found.pid, 'SIGSTOP');
    await endOtherHost(paths(), found.host, { clock: systemClock, terminate });
    assert.ok(!isSameProcess(before));
    assert.match(readFileSync(host.paths.log, 'utf8'), /The system requested its end/);
    assert.deepEqual(filesOfHosts(), []);
  });

  it('kills a host that ignores the request, and its program that ignores signals, too', async () => {
    const unresponsive = await start();
    const program = await start({ [HOST_MARKER_VARIABLE]: NAME });
    await writeEntry(unresponsive, readStartTime(unresponsive) ?? '');
    const clock = new ManualClock();
    let isDone = false;
    const ending = endOtherHost(paths(), NAME, { clock, terminate }).then(() => (isDone = true));
    const isWaiting = (): boolean => clock.pendingTimers > 0;
    await waitFor(isWaiting, { limitMs: LIMIT_MS, what: 'the request to end' });
    assert.ok(isRunning(unresponsive));
    clock.advance(END_LIMIT_MS);
    await host.isGone(unresponsive);
    const pass = (): boolean => (clock.advance(1000), isDone);
    await waitFor(pass, { limitMs: LIMIT_MS, what: 'the end of its program' });
    await ending;
    await host.isGone(program);
    assert.deepEqual(filesOfHosts(), []);
  });

  it('does not end another process with the pid of a host that has ended', async () => {
    const stranger = await start();
    await writeEntry(stranger, '1');
    const clock = new ManualClock();
    await endOtherHost(paths(), NAME, { clock, terminate });
    await endOtherHost(paths(), 'unknown', { clock, terminate });
    assert.ok(isRunning(stranger));
  });

  it('ends a host of protocol 1, whose sessions were listed, with its programs', async () => {
    const name = `that-of-0.2.0-${randomUUID()}`;
    const { directory } = host.paths;
    const earlier = await start({}, ENDS_ON_TERM);
    const program = await start({ [HOST_MARKER_VARIABLE]: name });
    mkdirSync(directory, { mode: 0o700 });
    const { lockfile } = hostPaths(host.home, 1);
    await writeHostLockfile(lockfile, {
      ...{ pid: earlier, startTime: readStartTime(earlier) ?? '', host: name, token: 'token' },
      ...{ socketPath: `${directory}/1-none.sock`, version: '0.2.0', protocol: 1, code: directory },
      hostname: hostname(),
    });
    writeFileSync(hostedSessionsPath(directory, name), '{"sessions":["claude-main-a"]}');
    // The host of this version runs beside it and leaves its files.
    const own = await host.ensure();
    const others = await listOtherHosts(host.paths, own.host);
    assert.deepEqual(others, [
      {
        ...{ host: name, pid: earlier, version: '0.2.0', protocol: 1 },
        sessions: ['claude-main-a'],
      },
    ]);
    assert.throws(() => requireNotInOtherHost('claude-main-a', others), {
      code: 'SESSION_EXISTS',
      message: /^Session claude-main-a runs in another session host, .* version 0\.2\.0/,
    });
    await endOtherHost(host.paths, name, { clock: systemClock, terminate });
    await host.isGone(earlier);
    await host.isGone(program);
    assert.deepEqual(await listOtherHosts(host.paths, own.host), []);
    assert.ok(!existsSync(lockfile) && !existsSync(hostedSessionsPath(directory, name)));
    assert.equal((await host.access().find())?.pid, own.pid);
  });

  async function start(
    env: Readonly<Record<string, string>> = {},
    script = IGNORES_SIGNALS,
  ): Promise<number> {
    // In its own process group, like a host.
    const options = { env: { ...process.env, ...env }, detached: true };
    const child = spawn('/bin/sh', ['-c', script], options);
    children.push(child);
    await once(child.stdout, 'data');
    assert.ok(child.pid !== undefined);
    return child.pid;
  }

  /** Writes the lock file of a host with a later protocol, which cannot be called. */
  async function writeEntry(pid: number, startTime: string): Promise<void> {
    const { directory } = host.paths;
    const later = hostPaths(host.home, PROTOCOL_VERSION + 2);
    mkdirSync(directory, { mode: 0o700 });
    await writeHostLockfile(later.lockfile, {
      ...{ pid, startTime, host: NAME, socketPath: `${directory}/none.sock`, token: 'token' },
      ...{ version: '9.9.9', protocol: PROTOCOL_VERSION + 2, code: directory },
      hostname: hostname(),
    });
  }

  function filesOfHosts(): readonly string[] {
    const { directory } = host.paths;
    assert.ok(existsSync(directory));
    return readdirSync(directory).filter((name) => /\.(json|sock)$/.test(name));
  }
});
