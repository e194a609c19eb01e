import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect as connectNet, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { systemClock, type Clock } from '../../../src/base/clock';
import { nullLogger, type Logger } from '../../../src/base/logger';

import { HostClient, type HostClientDeps } from '../../../src/host/client/hostClient';
import type { HostAccess } from '../../../src/host/discovery/diskHostAccess';
import type { FoundHost } from '../../../src/host/discovery/hostLockfile';
import { PROTOCOL_VERSION } from '../../../src/host/protocol/calls';
import { HostServer } from '../../../src/host/server/hostServer';
import { SessionTouches } from '../../../src/host/server/sessionTouches';
import type { SessionBackend } from '../../../src/pty/sessionBackend';

const TOKEN = 'the token';

/** The system clock, except that delays below 20 ms, which join output, are 0. */
const promptClock: Clock = {
  ...systemClock,
  schedule: (delayMs, callback) => systemClock.schedule(delayMs < 20 ? 0 : delayMs, callback),
};

/** Connects to the socket of a host. */
export function connectTo(path: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = connectNet(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** A session host in this process with given sessions, on a real socket. */
export class TestHost implements HostAccess {
  private readonly directory = mkdtempSync(join(tmpdir(), 'agent-terminals-host-'));
  private readonly sockets = new Set<Socket>();
  private readonly listening: Server;
  private readonly touches: SessionTouches;
  readonly server: HostServer;
  readonly found: FoundHost;
  isThere = true;

  constructor(
    sessions: SessionBackend,
    {
      token = TOKEN,
      logger = nullLogger,
      host = 'host-1',
    }: { token?: string; logger?: Logger; host?: string } = {},
  ) {
    const socketPath = join(this.directory, 'socket');
    this.found = { pid: 4711, startTime: '', socketPath, token: TOKEN, version: '1.0.0', host };
    const { pid, version } = this.found;
    this.touches = new SessionTouches(sessions, promptClock);
    this.server = new HostServer({
      ...{ sessions, clock: promptClock, logger, token, touches: this.touches },
      identity: { pid, version, host, protocol: PROTOCOL_VERSION, startedAt: '' },
      create: (spec) => sessions.create(spec),
      setLimits() {},
      stop: () => Promise.resolve(),
    });
    this.listening = createServer();
    this.listening.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    this.server.serve(this.listening);
    this.listening.listen(socketPath);
  }

  get connectionCount(): number {
    return this.sockets.size;
  }

  find(): Promise<FoundHost | undefined> {
    return Promise.resolve(this.isThere ? this.found : undefined);
  }

  ensure(): Promise<FoundHost> {
    return Promise.resolve(this.found);
  }

  isAlive(): boolean {
    return this.isThere;
  }

  /** Closes every connection; the host continues. */
  dropAll(): void {
    this.sockets.forEach((socket) => socket.destroy());
  }

  /** Ends the host, but not its sessions. */
  dispose(): void {
    this.isThere = false;
    this.server.dispose();
    this.touches.dispose();
    this.listening.close();
    this.dropAll();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** The client of a window for a host. */
export function createClient(access: HostAccess, change: Partial<HostClientDeps> = {}): HostClient {
  return new HostClient({
    access,
    connect: connectTo,
    clock: systemClock,
    logger: nullLogger,
    self: { version: '1.0.0', pid: process.pid },
    isOurs: () => true,
    limits: () => ({
      maxSessions: 100,
      exitedRetentionMs: 60_000,
      keepScreensOnDisk: false,
      screenWorker: 'auto',
    }),
    ...change,
  });
}
