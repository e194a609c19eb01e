import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomHex } from '../../base/randomHex';

/** The source of a host's program. */
export interface HostCodeSource {
  /** The extension's directory, with the programs in `dist` and perhaps `vendor/node-pty`. */
  readonly extensionPath: string;
  /** VS Code's directory; empty for none. */
  readonly appRoot: string;
  readonly version: string;
}

export const HOST_PROGRAM = 'host.js';

/** The program of the thread that parses screens. Without it the host parses them itself. */
export const WORKER_PROGRAM = 'screenWorker.js';

/** The content of each program, by its name. */
type Programs = ReadonlyMap<string, Uint8Array>;

/** The licences of the packages that the program contains code of. */
const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** The name of an incomplete copy; a killed window may leave one. */
const TEMPORARY = /^\..*\.tmp$/;

/**
 * Copies the program and its native modules into a directory that no update of the extension
 * removes, and returns it. A complete copy is not changed: a host may run from it.
 */
export async function installHostCode(directory: string, source: HostCodeSource): Promise<string> {
  const programs = await readPrograms(join(source.extensionPath, 'dist'));
  for (const name of namesFor(source.version, programs)) {
    const target = join(directory, name);
    if (!existsSync(target)) {
      await copyWhole(target, { source, programs });
    }
    if (await hasPrograms(target, programs)) {
      return target;
    }
  }
  throw new Error(`${directory} contains another program with the same name`);
}

/** Removes all copies except those in `used`, from which hosts run. */
export async function sweepHostCode(directory: string, used: readonly string[]): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    const isCopy = entry.isDirectory() && existsSync(join(path, HOST_PROGRAM));
    if ((isCopy || TEMPORARY.test(entry.name)) && !used.includes(path)) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

/** The second name is for other programs of the same version, as developers build it. */
function namesFor(version: string, programs: Programs): readonly string[] {
  const hash = createHash('sha256');
  programs.forEach((program) => hash.update(program));
  return [version, `${version}-${hash.digest('hex').slice(0, 8)}`];
}

async function readPrograms(directory: string): Promise<Programs> {
  const host = await readFile(join(directory, HOST_PROGRAM));
  const worker = await readFile(join(directory, WORKER_PROGRAM)).catch(() => undefined);
  return new Map([[HOST_PROGRAM, host], ...(worker ? [[WORKER_PROGRAM, worker] as const] : [])]);
}

async function hasPrograms(target: string, programs: Programs): Promise<boolean> {
  for (const [name, program] of programs) {
    const found = await readFile(join(target, name)).catch(() => undefined);
    if (!found?.equals(program)) {
      return false;
    }
  }
  return true;
}

/** Renames the complete copy into place, so no incomplete one is ever visible. */
async function copyWhole(
  target: string,
  { source, programs }: { readonly source: HostCodeSource; readonly programs: Programs },
): Promise<void> {
  const temporary = join(target, '..', `.${randomHex(6)}.tmp`);
  try {
    await mkdir(temporary, { mode: 0o700 });
    const nodePty = findNodePty(source);
    if (nodePty !== undefined) {
      await copyNodePty(nodePty, join(temporary, 'vendor', 'node-pty'));
    }
    const notices = join(source.extensionPath, 'dist', NOTICES);
    if (existsSync(notices)) {
      await cp(notices, join(temporary, NOTICES));
    }
    for (const [name, program] of programs) {
      await writeFile(join(temporary, name), program, { mode: 0o600 });
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Returns our copy of node-pty, else VS Code's, which an update of VS Code removes. A copy inside
 * an archive is not copied but read in place.
 */
function findNodePty({ extensionPath, appRoot }: HostCodeSource): string | undefined {
  return [
    join(extensionPath, 'vendor', 'node-pty'),
    join(extensionPath, 'node_modules', 'node-pty'),
    ...(appRoot ? [join(appRoot, 'node_modules', 'node-pty')] : []),
  ].find((path) => existsSync(join(path, 'package.json')));
}

/** Copies the binaries of this platform only: an npm package has those of all platforms. */
async function copyNodePty(from: string, to: string): Promise<void> {
  const here = join('prebuilds', `${process.platform}-${process.arch}`);
  const parts = ['package.json', 'LICENSE', 'lib', here, join('build', 'Release')];
  for (const part of parts.filter((name) => existsSync(join(from, name)))) {
    await cp(join(from, part), join(to, part), { recursive: true });
  }
}
