import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { build } from 'esbuild';
import { SESSION_HOST } from '../../scripts/lib/bundles/hostBundle.mjs';
import { SCREEN_WORKER } from '../../scripts/lib/bundles/screenWorkerBundle.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { systemClock } from '../../src/base/clock';
import { nullLogger } from '../../src/base/logger';
import { HostClient } from '../../src/host/client/hostClient';
import { DiskHostAccess } from '../../src/host/discovery/diskHostAccess';
import { createTerminate } from '../../src/pty/process/createTerminate';
import { isRunning } from '../../test/support/isRunning';
import { waitFor } from '../../test/support/waitFor';
import { BenchContext, LIMITS } from './benchContext';

const VERSION = '0.1.0';
const END_LIMIT_MS = 10_000;

/** A session host, and a context whose sessions run in it. */
export interface Hosted {
  readonly context: BenchContext;
  /** Process id of the session host. */
  readonly pid: number;
}

/** Calls `use` with a new session host, which is ended once `use` has settled. */
export async function withHost<T>(use: (hosted: Hosted) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'agent-terminals-bench-host-'));
  const access = await createAccess(root);
  const client = createClient(access);
  try {
    const { pid } = await access.ensure();
    await client.connect();
    const context = new BenchContext(client);
    try {
      return await use({ context, pid });
    } finally {
      await context.shutdown();
      context.dispose();
    }
  } finally {
    client.dispose();
    await endHost(access);
    rmSync(root, { recursive: true });
  }
}

/** Builds the session host below `root`, and returns the access by which a window finds or starts it. */
async function createAccess(root: string): Promise<DiskHostAccess> {
  const extensionPath = join(root, 'extension');
  const dist = join(extensionPath, 'dist');
  const home = join(root, 'home');
  mkdirSync(dist, { recursive: true });
  mkdirSync(home);
  symlinkSync(join(ROOT, 'node_modules'), join(extensionPath, 'node_modules'));
  await build({ ...SESSION_HOST, outfile: join(dist, 'host.js') });
  await build({ ...SCREEN_WORKER, outfile: join(dist, 'screenWorker.js') });
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

function createClient(access: DiskHostAccess): HostClient {
  return new HostClient({
    access,
    connect: connectTo,
    clock: systemClock,
    logger: nullLogger,
    self: { version: VERSION, pid: process.pid },
    isOurs: () => true,
    limits: () => ({ ...LIMITS, keepScreensOnDisk: true }),
  });
}

function connectTo(path: string): Promise<Duplex> {
  return new Promise((fulfil, reject) => {
    const socket = connect(path);
    socket.once('connect', () => fulfil(socket));
    socket.once('error', reject);
  });
}

/** Kills the session host, and then its programs. */
async function endHost(access: DiskHostAccess): Promise<void> {
  const { pid } = (await access.find()) ?? {};
  if (pid !== undefined) {
    process.kill(pid, 'SIGKILL');
    await waitFor(() => !isRunning(pid), {
      limitMs: END_LIMIT_MS,
      what: `the end of host ${pid}`,
    });
    await access.find();
  }
}
