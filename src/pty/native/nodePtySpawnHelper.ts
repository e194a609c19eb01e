import { chmodSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toMessage } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { isRecord } from '../../base/isRecord';

/**
 * The path of the program through which `node-pty` starts others on macOS, determined as node-pty
 * does: beside its native module, outside the archive with its code.
 * @throws {Error} if the copy in `directory` has no native module for this machine.
 */
export function resolveSpawnHelper(directory: string, require: (path: string) => unknown): string {
  const utils = require(join(directory, 'lib', 'utils.js'));
  const load = isRecord(utils) ? utils['loadNativeModule'] : undefined;
  if (typeof load !== 'function') {
    throw new Error('it does not export the directory of its native module');
  }
  const native: unknown = Reflect.apply(load, utils, ['pty']);
  const nativeDirectory = isRecord(native) ? String(native['dir']) : '.';
  return resolve(directory, 'lib', nativeDirectory, 'spawn-helper')
    .replace('app.asar', 'app.asar.unpacked')
    .replace('node_modules.asar', 'node_modules.asar.unpacked');
}

/**
 * Adds the permission to execute a file: some packages unpack `spawn-helper` as 0644. If that
 * fails, it is logged, and the first start fails.
 */
export function makeExecutable(path: string, logger: Logger): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o111) !== 0o111) {
      chmodSync(path, 0o755);
      logger.info(`Made ${path} executable.`);
    }
  } catch (error) {
    logger.warn(`${path} cannot be run, and that could not be repaired: ${toMessage(error)}`);
  }
}
