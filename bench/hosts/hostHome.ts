import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { SESSION_HOST } from '../../scripts/lib/bundles/hostBundle.mjs';
import { SCREEN_WORKER } from '../../scripts/lib/bundles/screenWorkerBundle.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import type { HostClient, HostClientDeps } from '../../src/host/client/hostClient';
import type { DiskHostAccess } from '../../src/host/discovery/diskHostAccess';
import type { FoundHost } from '../../src/host/discovery/hostAccess';
import { isRunning } from '../../test/support/isRunning';
import { waitFor } from '../../test/support/waitFor';
import { createHostAccess, createHostClient, type HostPaths } from './hostClients';

const END_LIMIT_MS = 10_000;

/** A temporary home directory in which session hosts start as the extension starts them, with their clients. */
export class HostHome implements HostPaths {
  private readonly clients: HostClient[] = [];
  readonly root = mkdtempSync(join(tmpdir(), 'agent-terminals-bench-host-'));
  readonly extensionPath = join(this.root, 'extension');
  readonly home = join(this.root, 'home');

  /** Also builds the session host's program. */
  static async create(): Promise<HostHome> {
    const created = new HostHome();
    const dist = join(created.extensionPath, 'dist');
    mkdirSync(dist, { recursive: true });
    mkdirSync(created.home);
    symlinkSync(join(ROOT, 'node_modules'), join(created.extensionPath, 'node_modules'));
    await build({ ...SESSION_HOST, outfile: join(dist, 'host.js') });
    await build({ ...SCREEN_WORKER, outfile: join(dist, 'screenWorker.js') });
    return created;
  }

  /** Creates the access by which a window finds or starts the session host. */
  access(): DiskHostAccess {
    return createHostAccess(this);
  }

  /** Opens the client of another window. It is connected if a session host runs. */
  async openClient(change: Partial<HostClientDeps> = {}): Promise<HostClient> {
    const client = createHostClient(this, change);
    this.clients.push(client);
    await client.connect();
    return client;
  }

  /** Ends the session host and its sessions. Does nothing if none runs. */
  async endHost(): Promise<void> {
    const found = await this.access().find();
    if (found) {
      const client = await this.openClient();
      await client.stop();
      client.dispose();
      await waitForExit(found);
    }
  }

  /** Disposes the clients, kills the session host and removes the directory. */
  async end(): Promise<void> {
    this.clients.forEach((client) => client.dispose());
    const found = await this.access().find();
    if (found) {
      process.kill(found.pid, 'SIGKILL');
      await waitForExit(found);
      // Ends the programs of the killed session host.
      await this.access().find();
    }
    rmSync(this.root, { recursive: true });
  }
}

function waitForExit({ pid }: FoundHost): Promise<void> {
  return waitFor(() => !isRunning(pid), { limitMs: END_LIMIT_MS, what: `the end of host ${pid}` });
}
