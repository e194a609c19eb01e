import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { SESSION_HOST } from '../../scripts/lib/bundles/hostBundle.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import type { HostClient, HostClientDeps } from '../../src/host/client/hostClient';
import type { DiskHostAccess } from '../../src/host/discovery/diskHostAccess';
import type { FoundHost } from '../../src/host/discovery/hostAccess';
import { isRunning } from '../../test/support/isRunning';
import { waitFor } from '../../test/support/waitFor';
import { createHostAccess, createHostClient, type HostPaths } from './hostClients';

const END_LIMIT_MS = 10_000;

/** A home for session hosts that are started as the extension starts them, and windows that use them. */
export class HostHome implements HostPaths {
  private readonly clients: HostClient[] = [];
  readonly root = mkdtempSync(join(tmpdir(), 'agent-terminals-bench-host-'));
  readonly extensionPath = join(this.root, 'extension');
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

function isGone({ pid }: FoundHost): Promise<void> {
  return waitFor(() => !isRunning(pid), { limitMs: END_LIMIT_MS, what: `the end of host ${pid}` });
}
