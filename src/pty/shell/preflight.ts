import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { delimiter, extname, isAbsolute, resolve } from 'node:path';
import { SessionError } from '../../base/errors';
import { isErrno } from '../../base/isErrno';
import { findVariable } from './findVariable';

/** The result of a check: a value, or the error with which a start is refused. */
export type Checked<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: SessionError };

/** Checks that a program can start in `path`. The error is `CWD_NOT_FOUND`. */
export async function checkCwd(path: string): Promise<Checked<string>> {
  const problem = await findCwdProblem(path);
  return problem === undefined
    ? { kind: 'ok', value: path }
    : { kind: 'failed', error: new SessionError('CWD_NOT_FOUND', problem) };
}

async function findCwdProblem(path: string): Promise<string | undefined> {
  if (!isAbsolute(path)) {
    return `The working directory "${path}" is not an absolute path; give the whole path.`;
  }
  try {
    if (!(await stat(path)).isDirectory()) {
      return `The working directory ${path} is a file; choose a folder.`;
    }
    await access(path, constants.X_OK);
    return undefined;
  } catch (error) {
    return isErrno(error, 'EACCES', 'EPERM')
      ? `The working directory ${path} may not be entered; change its permissions or choose another folder.`
      : `The working directory ${path} does not exist; create it or choose another folder.`;
  }
}

/** Why a file is not a program. */
export type ExecutableProblem =
  'missing' | 'directory' | 'danglingLink' | 'notExecutable' | 'notPermitted';

export type ExecutableSearch =
  | { readonly kind: 'found'; readonly path: string }
  | {
      readonly kind: 'notFound';
      readonly problem: ExecutableProblem;
      /** The file with the problem; the name itself if it is `missing`. */
      readonly file: string;
      /** The directories of the PATH, or the one file that was named. */
      readonly lookedIn: readonly string[];
    };

export interface SearchOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The base of a relative path. */
  readonly cwd: string;
}

/**
 * Finds the program for a name on the PATH, or for a path. If there is none, the first problem is
 * reported, so that for example a directory of that name explains the failure.
 */
export async function findExecutable(
  file: string,
  { env, cwd }: SearchOptions,
): Promise<ExecutableSearch> {
  const directories = hasDirectory(file) ? [cwd] : splitPath(env);
  const candidates = directories.flatMap((directory) =>
    withExtensions(resolve(directory, file), env),
  );
  let first: { readonly problem: ExecutableProblem; readonly file: string } | undefined;
  for (const path of candidates) {
    const problem = await findFileProblem(path);
    if (problem === undefined) {
      return { kind: 'found', path };
    }
    first ??= problem === 'missing' ? undefined : { problem, file: path };
  }
  const lookedIn = hasDirectory(file) ? [resolve(cwd, file)] : directories;
  return { kind: 'notFound', lookedIn, ...(first ?? { problem: 'missing', file }) };
}

/** The same as a check before a start: an absolute path, or the error `CLI_NOT_FOUND`. */
export async function checkExecutable(
  file: string,
  options: SearchOptions,
): Promise<Checked<string>> {
  const search = await findExecutable(file, options);
  return search.kind === 'found'
    ? { kind: 'ok', value: search.path }
    : { kind: 'failed', error: new SessionError('CLI_NOT_FOUND', explain(search)) };
}

const SENTENCES = {
  missing: (file, lookedIn) =>
    hasDirectory(file)
      ? `The program ${file} does not exist; correct its path.`
      : `The program "${file}" was not found in ${lookedIn || 'an empty PATH'}; install it or give its whole path.`,
  directory: (file) => `${file} is a directory, not a program; give the path of the program in it.`,
  danglingLink: (file) =>
    `${file} is a link to a file that does not exist; install the program again.`,
  notExecutable: (file) => `${file} is not executable; run "chmod +x" on it or give another path.`,
  notPermitted: (file) =>
    `${file} cannot be read (permission denied); change the permissions of its directory.`,
} as const satisfies Record<ExecutableProblem, (file: string, lookedIn: string) => string>;

function explain({ problem, file, lookedIn }: ExecutableSearch & { kind: 'notFound' }): string {
  return SENTENCES[problem](file, lookedIn.join(delimiter));
}

function hasDirectory(file: string): boolean {
  return file.includes('/') || (process.platform === 'win32' && file.includes('\\'));
}

function splitPath(env: SearchOptions['env']): string[] {
  const path = findVariable(env, 'PATH', process.platform) ?? '';
  return path.split(delimiter).filter(isAbsolute);
}

/** On Windows a name without an extension is tried with each executable extension. */
function withExtensions(path: string, env: SearchOptions['env']): string[] {
  if (process.platform !== 'win32' || extname(path) !== '') {
    return [path];
  }
  const extensions = findVariable(env, 'PATHEXT', process.platform) || '.COM;.EXE;.BAT;.CMD';
  return extensions.split(';').map((extension) => path + extension);
}

async function findFileProblem(path: string): Promise<ExecutableProblem | undefined> {
  try {
    if ((await stat(path)).isDirectory()) {
      return 'directory';
    }
  } catch (error) {
    return isErrno(error, 'EACCES', 'EPERM') ? 'notPermitted' : await explainAbsence(path);
  }
  try {
    await access(path, constants.X_OK);
    return undefined;
  } catch {
    // The file exists, since `stat` succeeded, so it lacks the permission.
    return 'notExecutable';
  }
}

async function explainAbsence(path: string): Promise<ExecutableProblem> {
  try {
    return (await lstat(path)).isSymbolicLink() ? 'danglingLink' : 'missing';
  } catch {
    // Neither the file nor a link exists. That is a result, not an error.
    return 'missing';
  }
}
