import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { parseSshConfig } from '../../pty/ssh/sshConfig';

export interface SshTargetsDeps {
  readonly home: string;
  /** Rejects where there is none, or something that no person has written. */
  readonly readText: (path: string) => Promise<string>;
  /** The names in a directory; rejects where there is none. */
  readonly list: (directory: string) => Promise<readonly string[]>;
}

/** As deep as OpenSSH itself goes; a file may include itself. */
const MAX_DEPTH = 16;
const MAX_FILES = 64;
const MAX_TARGETS = 500;
const MAX_FILE_BYTES = 256 * 1024;

/** The configurations of a person, as they lie on disk. */
export function diskSshConfigs(home: string): SshTargetsDeps {
  return {
    home,
    readText: async (path) => {
      const file = await stat(path);
      // A pipe would never end.
      return file.isFile() && file.size <= MAX_FILE_BYTES ? readFile(path, 'utf8') : '';
    },
    list: (directory) => readdir(directory),
  };
}

/**
 * The hosts that the person's `~/.ssh/config` names, and what it includes, for a list to choose from.
 * What cannot be read names none.
 */
export async function listSshTargets(deps: SshTargetsDeps): Promise<readonly string[]> {
  const found = new Set<string>();
  const read = new Set<string>();
  const visit = async (path: string, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH || read.size >= MAX_FILES || read.has(path)) {
      return;
    }
    read.add(path);
    const { hosts, includes } = parseSshConfig(await deps.readText(path).catch(() => ''));
    hosts.forEach((host) => found.add(host));
    for (const include of includes) {
      for (const next of await resolveInclude(deps, include)) {
        await visit(next, depth + 1);
      }
    }
  };
  await visit(join(deps.home, '.ssh', 'config'), 0);
  return [...found].slice(0, MAX_TARGETS);
}

/** The files that a pattern means, its stars in the last part of it; elsewhere they are rare. */
async function resolveInclude(
  { home, list }: SshTargetsDeps,
  include: string,
): Promise<readonly string[]> {
  const path = include.startsWith('~/') ? join(home, include.slice(2)) : include;
  const whole = isAbsolute(path) ? path : join(home, '.ssh', path);
  const name = basename(whole);
  if (!/[*?]/.test(name)) {
    return [whole];
  }
  const names = await list(dirname(whole)).catch(() => []);
  return names
    .filter((one) => matches(one, name))
    .sort()
    .map((one) => join(dirname(whole), one));
}

/** Whether a file's name fits a pattern of `*` and `?`, as a shell has it: a first dot is named. */
function matches(name: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  const isHidden = name.startsWith('.') && !pattern.startsWith('.');
  return !isHidden && new RegExp(`^${source}$`).test(name);
}
