import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { SessionBackend } from '../../pty/sessionBackend';

/** Its shape never changes, for hosts and windows of every protocol read it. */
const HOSTED = z.object({ sessions: z.array(z.string()) });

/** Also of one that was being written. */
const HOSTED_NAME = /^held-.*\.(?:json|tmp)$/;

/** Where a host says which sessions run in it. */
export function hostedSessionsPath(directory: string, host: string): string {
  return join(directory, `held-${host}.json`);
}

/** Removes what other hosts left than those. */
export async function sweepHostedSessions(
  directory: string,
  hosts: readonly string[],
): Promise<void> {
  for (const name of await readdir(directory)) {
    const isKept = hosts.some((host) => name.includes(host));
    if (HOSTED_NAME.test(name) && !isKept) {
      await rm(join(directory, name), { force: true });
    }
  }
}

/** None where it has not said so. */
export async function readHostedSessions(path: string): Promise<readonly string[]> {
  try {
    return HOSTED.parse(JSON.parse(await readFile(path, 'utf8'))).sessions;
  } catch {
    return [];
  }
}

export interface HostedSessionsDeps {
  readonly path: string;
  readonly sessions: Pick<SessionBackend, 'list' | 'onDidChange'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Keeps in a file which sessions run in this host, for those who cannot ask it. It is written at
 * once, so that it is there before anybody is told of a session that began.
 */
export class HostedSessionsFile implements Disposable {
  private readonly store = new DisposableStore();
  private hasFailed = false;

  constructor(private readonly deps: HostedSessionsDeps) {
    this.store.add(toDisposable(() => rmSync(deps.path, { force: true })));
    this.store.add(
      deps.sessions.onDidChange(({ type }) => {
        if (type !== 'changed') {
          this.write();
        }
      }),
    );
  }

  /** The sessions have changed, or the file may be gone. */
  write(): void {
    const { path, sessions, logger } = this.deps;
    const running = sessions.list().filter(({ state }) => state !== 'terminated');
    try {
      writeFileSync(`${path}.tmp`, JSON.stringify({ sessions: running.map(({ id }) => id) }), {
        mode: 0o600,
      });
      renameSync(`${path}.tmp`, path);
    } catch (error) {
      // The disk is full, or the directory is gone: sessions matter more than words about them.
      if (!this.hasFailed) {
        this.hasFailed = true;
        logger.warn(
          'The list of the sessions that run here cannot be written; further failures are not logged.',
          error,
        );
      }
    }
  }

  dispose(): void {
    this.store.dispose();
  }
}
