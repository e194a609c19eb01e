import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { printLine } from '../../../scripts/lib/printLine.mjs';

/**
 * Mounts a file system of this size, such as `64k`, in a new directory. Skips the test, and prints
 * why, if this process may not mount: it needs Linux and root with the capability CAP_SYS_ADMIN.
 */
export function mountSmallDisk(test: Mocha.Context, directory: string, size: string): void {
  mkdirSync(directory);
  const obstacle = process.platform === 'linux' ? mount(directory, size) : 'it needs Linux';
  if (obstacle !== undefined) {
    printLine(`A test of a full disk is skipped: ${obstacle}`);
    test.skip();
  }
}

/** Returns why it failed; undefined if it succeeded. */
function mount(directory: string, size: string): string | undefined {
  const args = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory];
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

/** Removes a disk of {@link mountSmallDisk} also while files on it are open. */
export function unmountDisk(directory: string): void {
  spawnSync('umount', ['-l', directory]);
}
