import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomHex } from '../../base/randomHex';

/** The source of a host's program. */
export interface HostCodeSource {
  /** The extension's directory, with `dist/host.js` and perhaps `vendor/node-pty`. */
  readonly extensionPath: string;
  /** VS Code's directory; empty for none. */
  readonly appRoot: string;
  readonly version: string;
}

export const HOST_PROGRAM = 'host.js';

/** The licences of the packages that the program contains code of. */
const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** The name of an incomplete copy; a killed window may leave one. */
const TEMPORARY = /^\..*\.tmp$/;

/**
 * Copies the program and its native modules into a directory that no update of the extension
 * removes, and returns it. A complete copy is not changed: a host may run from it.
 */
export async function installHostCode(directory: string, source: HostCodeSource): Promise<string> {
  const program = await readFile(join(source.extensionPath, 'dist', HOST_PROGRAM));
  for (const name of namesFor(source.version, program)) {
    const target = join(directory, name);
    if (!existsSync(target)) {
      await copyWhole(target, { source, program });
    }
    if (await hasProgram(target, program)) {
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

/** The second name is for another program of the same version, as developers build it. */
function namesFor(version: string, program: Uint8Array): readonly string[] {
  const hash = createHash('sha256').update(program).digest('hex').slice(0, 8);
  return [version, `${version}-${hash}`];
}

async function hasProgram(target: string, program: Uint8Array): Promise<boolean> {
  const found = await readFile(join(target, HOST_PROGRAM)).catch(() => undefined);
  return found?.equals(program) ?? false;
}

/** Renames the complete copy into place, so no incomplete one is ever visible. */
async function copyWhole(
  target: string,
  { source, program }: { readonly source: HostCodeSource; readonly program: Uint8Array },
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
    await writeFile(join(temporary, HOST_PROGRAM), program, { mode: 0o600 });
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
