import { lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toMessage } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { makePrivateDirectorySync } from '../../base/privateFile';
import type { OnceFile, PtyProcess, PtySpawner, PtySpawnSpec } from '../ptyProcess';

/** A file of this age is left of a program that has ended before it read the file. */
const STALE_AFTER_MS = 3_600_000;

/**
 * Writes the file, which only the person can read, and removes files that were left beside it. If it
 * cannot be written, logs why: the program then starts without it.
 */
export function writeOnceFile({ path, text }: OnceFile, logger: Pick<Logger, 'warn'>): void {
  const directory = dirname(path);
  try {
    makePrivateDirectorySync(directory);
    writeFileSync(path, `${text}\n`, { mode: 0o600 });
  } catch (error) {
    logger.warn(`The file ${path} could not be written: ${toMessage(error)}`);
    return;
  }
  removeStaleFiles(directory, logger);
}

interface OnceFileSpawnerDeps {
  readonly spawner: PtySpawner;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Writes the {@link OnceFile} of each program before another spawner starts it. */
export class OnceFileSpawner implements PtySpawner {
  constructor(private readonly deps: OnceFileSpawnerDeps) {}

  spawn(spec: PtySpawnSpec): PtyProcess {
    const { spawner, logger } = this.deps;
    const { onceFile } = spec;
    if (!onceFile) {
      return spawner.spawn(spec);
    }
    writeOnceFile(onceFile, logger);
    try {
      return spawner.spawn(spec);
    } catch (error) {
      rmSync(onceFile.path, { force: true });
      throw error;
    }
  }
}

function removeStaleFiles(directory: string, logger: Pick<Logger, 'warn'>): void {
  const oldest = Date.now() - STALE_AFTER_MS;
  try {
    for (const name of readdirSync(directory)) {
      const path = join(directory, name);
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found && !found.isDirectory() && found.mtimeMs < oldest) {
        rmSync(path, { force: true });
      }
    }
  } catch (error) {
    logger.warn(`Old files in ${directory} could not be removed: ${toMessage(error)}`);
  }
}
