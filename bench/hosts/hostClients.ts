import { connect } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { systemClock } from '../../src/base/clock';
import { nullLogger } from '../../src/base/logger';
import { HostClient, type HostClientDeps } from '../../src/host/client/hostClient';
import { DiskHostAccess } from '../../src/host/discovery/diskHostAccess';
import { createTerminate } from '../../src/pty/process/createTerminate';

const VERSION = '0.1.0';

/** The directories of a session host. */
export interface HostPaths {
  /** Has the layout of an installed extension. */
  readonly extensionPath: string;
  /** The user's home directory. */
  readonly home: string;
}

/** Creates a client, as a window does, for the session host of `paths`. */
export function createHostClient(
  paths: HostPaths,
  overrides: Partial<HostClientDeps> = {},
): HostClient {
  return new HostClient({
    access: createHostAccess(paths),
    connect: connectTo,
    clock: systemClock,
    logger: nullLogger,
    self: { client: Math.random().toString(36), version: VERSION, pid: process.pid },
    isOurs: () => true,
    limits: () => ({
      maxSessions: 200,
      exitedRetentionMs: 60_000,
      keepScreensOnDisk: true,
      screenWorker: 'auto',
    }),
    ...overrides,
  });
}

export function connectTo(path: string): Promise<Duplex> {
  return new Promise((fulfil, reject) => {
    const socket = connect(path);
    socket.once('connect', () => fulfil(socket));
    socket.once('error', reject);
  });
}

/** Creates the access by which a window finds or starts the session host. */
export function createHostAccess({ extensionPath, home }: HostPaths): DiskHostAccess {
  return new DiskHostAccess({
    ...{ extensionPath, appRoot: '', version: VERSION },
    home: join(home, '.agent-terminals'),
    runtime: process.execPath,
    env: process.env,
    clock: systemClock,
    logger: nullLogger,
    terminate: createTerminate(systemClock),
  });
}
