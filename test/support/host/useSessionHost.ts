import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from '../buildOnce';
import { SESSION_HOST } from '../../../scripts/lib/bundles/hostBundle.mjs';
import { SCREEN_WORKER } from '../../../scripts/lib/bundles/screenWorkerBundle.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { systemClock } from '../../../src/base/clock';
import { nullLogger } from '../../../src/base/logger';
import { DiskHostAccess, type DiskHostDeps } from '../../../src/host/discovery/diskHostAccess';
import type { FoundHost } from '../../../src/host/discovery/hostLockfile';
import { hostPaths, type HostPaths } from '../../../src/host/discovery/hostPaths';
import { PROTOCOL_VERSION } from '../../../src/host/protocol/calls';
import { createTerminate } from '../../../src/pty/process/createTerminate';
import { HostConversation } from './hostConversation';
import { isRunning, signalIfRunning } from '../isRunning';
import { waitFor } from '../waitFor';

const LIMIT_MS = 30_000;

/**
 * Real session hosts, as the extension starts them, in a separate home for each test. The hosts
 * that it has recorded end after the test, and so do their sessions.
 */
export function useSessionHost(): SessionHostFixture {
  const fixture = new SessionHostFixture();
  before(() => fixture.build());
  beforeEach(() => fixture.setUp());
  afterEach(() => fixture.tearDown());
  after(() => fixture.remove());
  return fixture;
}

class SessionHostFixture {
  private readonly pids = new Set<number>();
  private readonly conversations: HostConversation[] = [];
  private root = '';
  /** A directory that resembles an installed extension. */
  extensionPath = '';
  home = '';
  /** The messages that windows have logged. */
  log: string[] = [];

  async build(): Promise<void> {
    this.root = mkdtempSync(join(tmpdir(), 'agent-terminals-host-'));
    this.extensionPath = join(this.root, 'extension');
    mkdirSync(join(this.extensionPath, 'dist'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(this.extensionPath, 'node_modules'));
    const dist = join(this.extensionPath, 'dist');
    await buildOnce({ ...SESSION_HOST, outfile: join(dist, 'host.js') });
    await buildOnce({ ...SCREEN_WORKER, outfile: join(dist, 'screenWorker.js') });
  }

  setUp(): void {
    this.home = mkdtempSync(join(this.root, 'home-'));
    this.log = [];
  }

  async tearDown(): Promise<void> {
    this.conversations.splice(0).forEach((conversation) => conversation.dispose());
    await this.note();
    for (const pid of this.pids) {
      await this.kill(pid);
    }
    this.pids.clear();
    // A second search ends the processes that they left.
    await this.access().find();
    rmSync(this.home, { recursive: true, force: true });
  }

  remove(): void {
    // It does not exist if another hook has skipped the suite.
    rmSync(this.root, { recursive: true, force: true });
  }

  get paths(): HostPaths {
    return hostPaths(this.home, PROTOCOL_VERSION);
  }

  /** The access of a window to its host; each call returns that of another window. */
  readonly access = (change: Partial<DiskHostDeps> = {}): DiskHostAccess => {
    const record = (message: string | Error): void => void this.log.push(String(message));
    return new DiskHostAccess({
      ...{ home: this.home, extensionPath: this.extensionPath, appRoot: '', version: '1.2.3' },
      runtime: process.execPath,
      env: process.env,
      clock: systemClock,
      logger: { ...nullLogger, info: record, warn: record, error: record },
      terminate: createTerminate(systemClock),
      ...change,
    });
  };

  readonly ensure = async (change: Partial<DiskHostDeps> = {}): Promise<FoundHost> => {
    const found = await this.access(change).ensure();
    this.pids.add(found.pid);
    return found;
  };

  /** A connection that has identified itself. */
  readonly enter = async (found: FoundHost): Promise<HostConversation> => {
    const conversation = this.connect(found);
    await conversation.hello(found);
    return conversation;
  };

  /** A connection that has sent nothing yet. */
  readonly connect = ({ socketPath }: FoundHost): HostConversation => {
    const conversation = new HostConversation(connect(socketPath));
    this.conversations.push(conversation);
    return conversation;
  };

  /** Kills a process, and waits until it has ended. */
  readonly kill = async (pid: number): Promise<void> => {
    signalIfRunning(pid, 'SIGCONT');
    signalIfRunning(pid, 'SIGKILL');
    await this.isGone(pid);
  };

  readonly isGone = (pid: number): Promise<void> =>
    waitFor(() => !isRunning(pid), { limitMs: LIMIT_MS, what: `the end of process ${pid}` });

  /** Records the running host, so that it ends after the test. */
  readonly note = async (): Promise<void> => {
    const found = await this.access().find();
    if (found) {
      this.pids.add(found.pid);
    }
  };
}
