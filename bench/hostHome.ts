import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { build } from 'esbuild';
import { SESSION_HOST } from '../scripts/lib/hostBundle.mjs';
import { ROOT } from '../scripts/lib/paths.mjs';
import { systemClock } from '../src/base/clock';
import { nullLogger } from '../src/base/logger';
import { HostClient, type HostClientDeps } from '../src/host/client/hostClient';
import { DiskHostAccess } from '../src/host/diskHostAccess';
import type { FoundHost } from '../src/host/hostAccess';
import { createTerminate } from '../src/pty/createTerminate';
import { isRunning } from '../test/support/isRunning';
import { waitFor } from '../test/support/waitFor';

const VERSION = '0.1.0';
const END_LIMIT_MS = 10_000;

/** A home for session hosts that are started as the extension starts them, and windows that use them. */
export class HostHome {
  private readonly clients: HostClient[] = [];
  readonly root = mkdtempSync(join(tmpdir(), 'agent-terminals-bench-host-'));
  /** What looks like an installed extension. */
  readonly extensionPath = join(this.root, 'extension');
  /** The person's own. */
  readonly home = join(this.root, 'home');

  /** Makes the host's program, too. */
  static async make(): Promise<HostHome> {
    const made = new HostHome();
    const dist = join(made.extensionPath, 'dist');
    mkdirSync(dist, { recursive: true });
    mkdirSync(made.home);
    symlinkSync(join(ROOT, 'node_modules'), join(made.extensionPath, 'node_modules'));
    await build({ ...SESSION_HOST, outfile: join(dist, 'host.js') });
    return made;
  }

  /** A window's way to the host. */
  access(): DiskHostAccess {
    return createHostAccess(this);
  }

  /** Another window's sessions; it has found the host if one runs. */
  async openClient(change: Partial<HostClientDeps> = {}): Promise<HostClient> {
    const client = createHostClient(this, change);
    this.clients.push(client);
    await client.connect();
    return client;
  }

  /** Ends the host and all that it holds; none is harmless. */
  async endHost(): Promise<void> {
    const found = await this.access().find();
    if (found) {
      const client = await this.openClient();
      await client.stop();
      client.dispose();
      await isGone(found);
    }
  }

  /** Ends whatever is left, whatever state it is in. */
  async end(): Promise<void> {
    this.clients.forEach((client) => client.dispose());
    const found = await this.access().find();
    if (found) {
      process.kill(found.pid, 'SIGKILL');
      await isGone(found);
      // Ends what the host has left.
      await this.access().find();
    }
    rmSync(this.root, { recursive: true });
  }
}

/** Where a host has its program and its files. */
export type HostPaths = Pick<HostHome, 'extensionPath' | 'home'>;

/** Sessions in the host that belongs to `paths`, as a window has them. */
export function createHostClient(
  paths: HostPaths,
  change: Partial<HostClientDeps> = {},
): HostClient {
  return new HostClient({
    access: createHostAccess(paths),
    connect: connectTo,
    clock: systemClock,
    logger: nullLogger,
    self: { client: Math.random().toString(36), version: VERSION, pid: process.pid },
    isOurs: () => true,
    limits: () => ({ maxSessions: 200, exitedRetentionMs: 60_000, keepScreensOnDisk: true }),
    ...change,
  });
}

export function connectTo(path: string): Promise<Duplex> {
  return new Promise((fulfil, reject) => {
    const socket = connect(path);
    socket.once('connect', () => fulfil(socket));
    socket.once('error', reject);
  });
}

function createHostAccess({ extensionPath, home }: HostPaths): DiskHostAccess {
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

function isGone({ pid }: FoundHost): Promise<void> {
  return waitFor(() => !isRunning(pid), { limitMs: END_LIMIT_MS, what: `the end of host ${pid}` });
}
