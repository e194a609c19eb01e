import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../../../src/base/clock';
import { nullLogger } from '../../../../src/base/logger';
import { putPrivateFile } from '../../../../src/base/privateFile';
import { folderSnapshotPath } from '../../../../src/endpoint/folderSnapshotEntry';
import { windowsDirectory } from '../../../../src/endpoint/windowEntry';
import { findHost } from '../../../../src/host/discovery/hostLockfile';
import { hostPaths } from '../../../../src/host/discovery/hostPaths';
import { PROTOCOL_VERSION } from '../../../../src/host/protocol/calls';
import { CHECK_ORPHANS_EVERY_MS } from '../../../../src/host/server/limits';
import { listOrphanFolders } from '../../../../src/host/server/orphanFolders';
import { SessionHost } from '../../../../src/host/server/sessionHost';
import { createSessionManager } from '../../../../src/pty/createSessionManager';
import { createTerminate } from '../../../../src/pty/process/createTerminate';
import { HostConversation } from '../../../support/host/hostConversation';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 20_000;
const HOUR_MS = 3600_000;
const URI = 'file:///work';

/** Stands for the installed command line: records its arguments and its home. */
const COMMAND_LINE = `
const { appendFileSync } = require('node:fs');
const [, , ...args] = process.argv;
const { AGENT_TERMINALS_HOME: home, ELECTRON_RUN_AS_NODE: node } = process.env;
appendFileSync(home + '/called', JSON.stringify({ args, node }) + '\\n');
console.log(args[2] + ' is ended.');
`;

/** The system's clock, in which hours pass on request. */
class HoursClock implements Clock {
  private passedMs = 0;
  private check: (() => void) | undefined;

  now = (): number => systemClock.now();

  monotonic = (): number => systemClock.monotonic() + this.passedMs;

  schedule: Clock['schedule'] = (delayMs, callback) => {
    if (delayMs !== CHECK_ORPHANS_EVERY_MS) {
      return systemClock.schedule(delayMs, callback);
    }
    this.check = callback;
    return { dispose: () => (this.check = undefined) };
  };

  /** Lets hours pass, then has the host check its sessions. */
  async pass(hours: number): Promise<void> {
    this.passedMs += hours * HOUR_MS;
    await waitFor(() => this.check !== undefined, { limitMs: LIMIT_MS, what: 'a timer' });
    const { check } = this;
    this.check = undefined;
    check?.();
    await waitFor(() => this.check !== undefined, {
      limitMs: LIMIT_MS,
      what: 'the end of the check',
    });
  }
}

describe('a session host with idle sessions that no window shows', function () {
  this.timeout(60_000);
  let home = '';
  let host: SessionHost | undefined;
  let client: HostConversation | undefined;
  let clock = new HoursClock();
  let log: string[] = [];

  beforeEach(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'agent-terminals-orphans-')));
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin', 'agent-terminals.cjs'), COMMAND_LINE);
    clock = new HoursClock();
    log = [];
    const note = (message: string): void => void log.push(message);
    const logger = { ...nullLogger, info: note, warn: note };
    const paths = hostPaths(home, PROTOCOL_VERSION);
    host = new SessionHost({
      ...{ paths, logger, clock, code: '', version: '1.2.3', idleMs: 10 * 60_000 },
      terminate: createTerminate(systemClock),
      createSessions: (limits) =>
        createSessionManager({
          logger,
          limits,
          extensionPath: process.cwd(),
          appRoot: '',
          workerProgram: '',
        }),
      exit() {},
    });
    assert.equal(await host.start(), true);
    const found = await findHost(paths);
    assert.ok(found.kind === 'alive');
    client = new HostConversation(connect(found.entry.socketPath));
    await client.hello(found.entry, 'client');
    await client.sh('ada-main-t1', 'cat', { folder: URI });
  });

  afterEach(async () => {
    await host?.end('The test is over', 'remove');
    client?.dispose();
    rmSync(home, { recursive: true, force: true });
  });

  const storeFolder = (hours: unknown): Promise<void> =>
    putPrivateFile(
      folderSnapshotPath(home, URI),
      JSON.stringify({
        folder: { uri: URI, path: '/work', name: 'work' },
        ...{ program: '/headless.cjs', hostname: hostname() },
        settings: { orphanTimeoutHours: hours },
      }),
    );

  function calls(): readonly unknown[] {
    try {
      const lines = readFileSync(join(home, 'called'), 'utf8').trim().split('\n');
      return lines.map((line): unknown => JSON.parse(line));
    } catch {
      return [];
    }
  }

  it('calls the command line for them after the hours of their folder, and logs its answer', async () => {
    await storeFolder(2);
    await clock.pass(0);
    await clock.pass(1.9);
    assert.deepEqual(calls(), []);
    await clock.pass(0.2);
    const args = ['end-orphans', folderSnapshotPath(home, URI), 'ada-main-t1'];
    assert.deepEqual(calls(), [{ args, node: '1' }]);
    assert.ok(log.includes('ada-main-t1 is ended.'), log.join('\n'));
  });

  it('logs why the command line could not end them', async () => {
    writeFileSync(join(home, 'bin', 'agent-terminals.cjs'), 'throw new Error("no such thing")');
    await storeFolder(1);
    await clock.pass(0);
    await clock.pass(2);
    assert.match(log.join('\n'), /cannot be ended: [^]*no such thing/);
  });

  for (const hours of [0, undefined, -1, '5', 0.5, null]) {
    it(`calls nothing with ${JSON.stringify(hours)} hours`, async () => {
      await storeFolder(hours);
      await clock.pass(0);
      await clock.pass(10_000);
      assert.deepEqual(calls(), []);
      assert.deepEqual(await listOrphanFolders(home), []);
    });
  }

  it('calls nothing for a folder that no trusted window has stored', async () => {
    await clock.pass(0);
    await clock.pass(10_000);
    assert.deepEqual(calls(), []);
  });

  for (const hasWindow of [true, false]) {
    it(`${hasWindow ? 'finds' : 'does not take for'} a window ${hasWindow ? 'that has' : 'a command that serves'} the folder`, async () => {
      await storeFolder(1);
      const entry = {
        ...{ pid: process.pid, hostname: hostname(), socket: '/socket', token: 't', hasWindow },
        folders: [{ path: '/work', token: 't' }],
      };
      await putPrivateFile(join(windowsDirectory(home), 'one.json'), JSON.stringify(entry));
      const [folder] = await listOrphanFolders(home);
      assert.equal(folder?.isOpen, hasWindow);
    });
  }
});
