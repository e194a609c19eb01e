import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomHex } from '../../base/randomHex';

/** Where the program of a host comes from. */
export interface HostCodeSource {
  /** Where the extension lies: `dist/host.js` and perhaps `vendor/node-pty` are below. */
  readonly extensionPath: string;
  /** Where VS Code lies; empty = nowhere. */
  readonly appRoot: string;
  readonly version: string;
}

export const HOST_PROGRAM = 'host.js';

/** What a copy in the making is called, which a killed window may leave. */
const TEMPORARY = /^\..*\.tmp$/;

/**
 * Copies the program and its natives to where no update of the extension takes them away, and gives
 * the directory. One that is there whole is left alone: a host may run from it.
 */
export async function placeHostCode(directory: string, source: HostCodeSource): Promise<string> {
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

/** Removes copies of which no host runs, all but those in `used`. */
export async function sweepHostCode(directory: string, used: readonly string[]): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    const isCopy = entry.isDirectory() && existsSync(join(path, HOST_PROGRAM));
    if ((isCopy || TEMPORARY.test(entry.name)) && !used.includes(path)) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

/** The second is for another program of the same version, as developers have it. */
function namesFor(version: string, program: Uint8Array): readonly string[] {
  const hash = createHash('sha256').update(program).digest('hex').slice(0, 8);
  return [version, `${version}-${hash}`];
}

async function hasProgram(target: string, program: Uint8Array): Promise<boolean> {
  const found = await readFile(join(target, HOST_PROGRAM)).catch(() => undefined);
  return found?.equals(program) ?? false;
}

/** In one step at the end, so that there is never half of it. */
async function copyWhole(
  target: string,
  { source, program }: { readonly source: HostCodeSource; readonly program: Uint8Array },
): Promise<void> {
  const temporary = join(target, '..', `.${randomHex(6)}.tmp`);
  try {
    await mkdir(temporary, { mode: 0o700 });
    const natives = findNatives(source);
    if (natives !== undefined) {
      await copyNatives(natives, join(temporary, 'vendor', 'node-pty'));
    }
    await writeFile(join(temporary, HOST_PROGRAM), program, { mode: 0o600 });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** Our own copy, else VS Code's, which an update of it takes away; one in an archive is read where it is. */
function findNatives({ extensionPath, appRoot }: HostCodeSource): string | undefined {
  return [
    join(extensionPath, 'vendor', 'node-pty'),
    join(extensionPath, 'node_modules', 'node-pty'),
    ...(appRoot ? [join(appRoot, 'node_modules', 'node-pty')] : []),
  ].find((path) => existsSync(join(path, 'package.json')));
}

/** What runs on this machine: an npm package has the natives of all. */
async function copyNatives(from: string, to: string): Promise<void> {
  const here = join('prebuilds', `${process.platform}-${process.arch}`);
  const parts = ['package.json', 'LICENSE', 'lib', here, join('build', 'Release')];
  for (const part of parts.filter((name) => existsSync(join(from, name)))) {
    await cp(join(from, part), join(to, part), { recursive: true });
  }
}
