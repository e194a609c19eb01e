import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { parseSshConfig } from '../../../pty/ssh/sshConfig';

export interface SshTargetsDeps {
  readonly home: string;
  /** Rejects if the file cannot be read; returns an empty text if it cannot be a configuration. */
  readonly readText: (path: string) => Promise<string>;
  /** The names in a directory; rejects if it does not exist. */
  readonly list: (directory: string) => Promise<readonly string[]>;
}

/** The limit of OpenSSH (`READCONF_MAX_DEPTH`); a file may include itself. */
const MAX_DEPTH = 16;
const MAX_FILES = 64;
const MAX_TARGETS = 500;
const MAX_FILE_BYTES = 256 * 1024;

/** Reads a person's SSH configuration from disk. */
export function diskSshConfigs(home: string): SshTargetsDeps {
  return {
    home,
    readText: async (path) => {
      const file = await stat(path);
      // Reading a pipe might never end.
      return file.isFile() && file.size <= MAX_FILE_BYTES ? readFile(path, 'utf8') : '';
    },
    list: (directory) => readdir(directory),
  };
}

/**
 * The hosts of the person's `~/.ssh/config` and the files that it includes, at most
 * {@link MAX_TARGETS}. Files that cannot be read are skipped.
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

/** The files of an include pattern. Wildcards are supported in its last part; others are rare. */
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

/** Matches a name with `*` and `?` as a shell does: a leading dot must be in the pattern. */
function matches(name: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  const isHidden = name.startsWith('.') && !pattern.startsWith('.');
  return !isHidden && new RegExp(`^${source}$`).test(name);
}
