import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { isRunning } from '../../pty/liveAgent';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { SessionBackend } from '../../pty/sessionBackend';

/** This format never changes: hosts and windows of all protocols read it. */
const HOSTED = z.object({ sessions: z.array(z.string()) });

/** Matches temporary files too. */
const HOSTED_NAME = /^held-.*\.(?:json|tmp)$/;

/** The file in which a host lists its running sessions. */
export function hostedSessionsPath(directory: string, host: string): string {
  return join(directory, `held-${host}.json`);
}

/** Removes these files, except those of `hosts`. */
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

/**
 * Returns the ids of the running sessions of a host; empty if its file does not exist or cannot be
 * read.
 */
export async function readHostedSessions(path: string): Promise<readonly string[]> {
  try {
    return HOSTED.parse(JSON.parse(await readFile(path, 'utf8'))).sessions;
  } catch {
    return [];
  }
}

interface HostedSessionsDeps {
  readonly path: string;
  readonly sessions: Pick<SessionBackend, 'list' | 'onDidChange'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Writes the ids of this host's running sessions to a file, for windows that cannot connect to it.
 * Writes synchronously, so the file lists a new session before any client receives the event.
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

  /** Writes the file after a change of the sessions, or after the file may have been removed. */
  write(): void {
    const { path, sessions, logger } = this.deps;
    const running = sessions.list().filter(isRunning);
    try {
      writeFileSync(`${path}.tmp`, JSON.stringify({ sessions: running.map(({ id }) => id) }), {
        mode: 0o600,
      });
      renameSync(`${path}.tmp`, path);
    } catch (error) {
      // The disk is full, or the directory is gone. The sessions continue without the file.
      if (!this.hasFailed) {
        this.hasFailed = true;
        logger.warn(
          'The list of running sessions could not be written. Further failures are not logged.',
          error,
        );
      }
    }
  }

  dispose(): void {
    this.store.dispose();
  }
}
