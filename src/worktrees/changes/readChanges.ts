import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SessionError } from '../../base/errors';
import { copyIndex } from '../git/copyIndex';
import { requireSuccess, type Git, type GitAnswer, type GitOptions } from '../git/git';
import { requireWorkingTree } from '../git/repository';
import { MAX_CHANGED_FILES } from '../limits';
import { resolvePhysical } from '../paths';
import type { ChangedFile, Changes, ChangesRequest } from './changes';
import { findSince, type Since } from './findSince';
import { parseDiff, parseListedFiles, uncounted, type ListedFiles } from './parseChanges';
import { quietGitWithoutFilters, quietGit } from './quietGit';
import { stampFiles } from './stampFiles';

/** The ids of objects without content, which exist in every repository, by its object format. */
const EMPTY = {
  sha1: {
    tree: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    blob: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  },
  sha256: {
    tree: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
    blob: '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
  },
} as const;

const HEAD_COMMIT = 'HEAD^{commit}';

/** The exit code of `git rev-parse --verify --quiet` before the first commit. */
const NO_COMMIT = 1;

const DIFF = ['diff', '--raw', '-z', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'];

/** A working tree at the beginning of a look. */
interface LookedAt {
  readonly root: string;
  readonly index: string;
  readonly head: string | undefined;
  readonly empty: { readonly tree: string; readonly blob: string };
}

/**
 * Reads the changes of a working tree. Works on a copy of the index, taken once: the repository is
 * not written to, none of its programs run, and what is committed meanwhile does not matter.
 * Untracked files are added to the copy, so that git counts their lines and detects renames.
 * @param temp a directory for temporary files.
 * @throws {SessionError} `BAD_REQUEST` if it is no working tree; `ILLEGAL_STATE` with git's message.
 */
export async function readChanges(
  anyGit: Git,
  request: ChangesRequest,
  { temp, signal }: { readonly temp: string; readonly signal?: AbortSignal | undefined },
): Promise<Changes> {
  const cwd = await resolvePhysical('folder' in request ? request.folder : request.worktree.path);
  const [at, git] = await Promise.all([
    lookAt(quietGit(anyGit), cwd),
    quietGitWithoutFilters(anyGit, cwd),
  ]);
  if ('worktree' in request && at.root !== cwd) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The worktree ${cwd} is no longer linked with its repository: repair it first.`,
    );
  }
  const directory = await mkdtemp(join(temp, 'agent-terminals-index-'));
  try {
    const options: GitOptions = { env: { GIT_INDEX_FILE: join(directory, 'index') }, signal };
    await copyIndex(at.index, join(directory, 'index'));
    const [since, listed] = await Promise.all([
      resolveSince(git, request, at),
      listFiles(git, at, options),
    ]);
    const { text, notices } = await diff(git, { root: at.root, since }, options);
    const changes = toChanges(at, joinFiles(parseDiff(text), listed), { since, notices });
    return { ...changes, files: await stampFiles(at.root, changes.files) };
  } finally {
    // A git that still runs after another one failed can write there.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function lookAt(git: Git, cwd: string): Promise<LookedAt> {
  const where = ['--is-inside-work-tree', '--show-cdup', '--show-object-format'];
  const args = ['rev-parse', ...where, '--git-path', 'index', '--quiet', '--verify', HEAD_COMMIT];
  const answer = await git.query(cwd, args);
  // The path of the index can contain newlines.
  const [isInside, up = '', format, ...rest] = answer.stdout.replace(/\n$/, '').split('\n');
  if (isInside !== 'true' || (answer.code !== 0 && answer.code !== NO_COMMIT)) {
    await requireWorkingTree(git, cwd);
    requireSuccess(cwd, args, answer);
  }
  const head = answer.code === NO_COMMIT ? undefined : rest.pop();
  const empty = EMPTY[format === 'sha256' ? format : 'sha1'];
  return { root: resolve(cwd, up), index: resolve(cwd, rest.join('\n')), head, empty };
}

async function resolveSince(git: Git, request: ChangesRequest, at: LookedAt): Promise<Since> {
  if (request.since === 'head') {
    return { commit: at.head ?? at.empty.tree };
  }
  return request.since === 'base'
    ? findSince(git, request.worktree, at.head)
    : { commit: requireCommitId(request.since.commit) };
}

/** @throws {SessionError} `BAD_REQUEST` if it is not the full id of an object. */
export function requireCommitId(commit: string): string {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) {
    throw new SessionError('BAD_REQUEST', `"${commit}" is not the full id of a commit.`);
  }
  return commit;
}

/** Lists conflicts and untracked files, and adds the latter to the index of `options`. */
async function listFiles(git: Git, at: LookedAt, options: GitOptions): Promise<ListedFiles> {
  const args = ['ls-files', '-t', '--others', '--unmerged', '--exclude-standard', '-z'];
  const listed = parseListedFiles(await git.read(at.root, args, options));
  if (listed.untracked.length > 0) {
    const added = listed.untracked.slice(0, MAX_CHANGED_FILES);
    const input = added.map((name) => `100644 ${at.empty.blob}\t${name}\0`).join('');
    // Git ignores names that an index cannot have, as of repositories. If it fails, none are counted.
    await git.query(at.root, ['update-index', '-z', '--index-info'], { ...options, input });
  }
  return listed;
}

interface Diff {
  readonly text: string;
  readonly notices: readonly string[];
}

/** Compares contents; in a partial clone that lacks some, only their ids. */
async function diff(
  git: Git,
  { root, since }: { readonly root: string; readonly since: Since },
  options: GitOptions,
): Promise<Diff> {
  const run = (args: readonly string[]): Promise<GitAnswer> =>
    git.query(root, [...args, since.commit, '--'], options);
  // Without contents, git would report files that were only touched.
  const full = ['-c', 'diff.autoRefreshIndex=true', ...DIFF, '--numstat', '--find-renames'];
  const answer = await run(full);
  if (answer.code === 0) {
    return { text: answer.stdout, notices: [] };
  }
  await requireCommit(git, root, since.commit);
  const plain = await run(['-c', 'diff.autoRefreshIndex=false', ...DIFF, '--no-renames']);
  requireSuccess(root, DIFF, plain.code === 0 ? plain : answer);
  const notice = `Lines are not counted and renames not detected, because ${root} does not have all contents, as in a partial clone.`;
  return { text: plain.stdout, notices: [notice] };
}

async function requireCommit(git: Git, root: string, commit: string): Promise<void> {
  if ((await git.query(root, ['cat-file', '-e', commit])).code !== 0) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The changes in ${root} cannot be shown, because the repository does not have the commit ${commit}: fetch it, or start a new task.`,
    );
  }
}

/** Adds the files that a diff does not show, and the kinds that it does not distinguish. */
function joinFiles(
  files: readonly ChangedFile[],
  { conflicted, untracked }: ListedFiles,
): readonly ChangedFile[] {
  const isUntracked = new Set(untracked);
  const shown = new Set(files.map(({ path }) => path));
  const missing = untracked.filter((name) => !shown.has(name));
  return [
    ...files.map((file): ChangedFile => {
      if (conflicted.has(file.path)) {
        return { ...file, kind: 'conflicted' };
      }
      const isNew = file.kind === 'added' && isUntracked.has(file.path);
      return isNew ? { ...file, kind: 'untracked' } : file;
    }),
    ...[...conflicted]
      .filter((name) => !shown.has(name))
      .map((name) => uncounted(name, 'conflicted', 'file')),
    ...missing.map((name) =>
      name.endsWith('/')
        ? uncounted(name.slice(0, -1), 'untracked', 'submodule')
        : uncounted(name, 'untracked', 'file'),
    ),
  ];
}

function toChanges(
  { root, head }: LookedAt,
  files: readonly ChangedFile[],
  { since, notices }: { readonly since: Since; readonly notices: readonly string[] },
): Changes {
  const sum = (key: 'added' | 'removed'): number =>
    files.reduce((lines, file) => lines + (file[key] ?? 0), 0);
  const cut = `Only ${MAX_CHANGED_FILES} of ${files.length} changed files are shown.`;
  return {
    root,
    since: since.commit,
    head,
    files: files.slice(0, MAX_CHANGED_FILES),
    total: { files: files.length, added: sum('added'), removed: sum('removed') },
    notices: [
      ...(since.notice === undefined ? [] : [since.notice]),
      ...notices,
      ...(files.length > MAX_CHANGED_FILES ? [cut] : []),
    ],
  };
}
