import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../scripts/lib/paths.mjs';

/** What a core uses of the extension, by its path there. Those in `dist` may be built later, or not at all. */
const USED = [
  'package.json',
  'node_modules',
  join('dist', 'hookHelper.cjs'),
  join('dist', 'host.js'),
  join('dist', 'screenWorker.js'),
];

let directory: string | undefined;

/**
 * The directory of an extension without the command line and the client: with them, each core would copy
 * dozens of files to the home of its test and wait until they are on the disk. It lasts as long as this process.
 */
export function provideCoreExtension(): string {
  directory ??= createExtension();
  return directory;
}

function createExtension(): string {
  const path = mkdtempSync(join(tmpdir(), 'agent-terminals-extension-'));
  mkdirSync(join(path, 'dist'));
  USED.forEach((name) => symlinkSync(join(ROOT, name), join(path, name)));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}
