import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import type { RunCommand } from '../../../src/pty/process/command';
import { runCommand } from '../../../src/pty/process/runCommand';
import { Git, type GitDeps } from '../../../src/worktrees/git/git';
import { findExecutable } from '../../../src/pty/shell/preflight';
import type { ChangedFile } from '../../../src/worktrees/changes/changes';
import type { WorktreeRequest } from '../../../src/worktrees/create/newWorktree';
import type { Worktree } from '../../../src/worktrees/worktree';
import { Worktrees } from '../../../src/worktrees/worktrees';

/** A directory with its own home for each test; git there reads none of the person's files. */
export function useGitPlayground(run: RunCommand = runCommand): GitPlayground {
  const playground = new GitPlayground(run);
  beforeEach(() => playground.setUp());
  afterEach(() => playground.tearDown());
  return playground;
}

export class GitPlayground {
  root = '';

  constructor(private readonly runCommand: RunCommand) {}

  setUp(): void {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-terminals-git-')));
    const settings = '[init]\n defaultBranch = main\n[protocol "file"]\n allow = always\n';
    writeFileSync(this.path('gitconfig'), settings);
  }

  tearDown(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  get env(): Readonly<Record<string, string>> {
    return {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: this.root,
      GIT_CONFIG_GLOBAL: this.path('gitconfig'),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_EMAIL: 'test@localhost',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@localhost',
      LC_ALL: 'C',
    };
  }

  get git(): Git {
    return this.gitWith({});
  }

  get worktrees(): Worktrees {
    return this.worktreesWith({});
  }

  gitWith(deps: Partial<GitDeps>): Git {
    const { env, runCommand, root: home } = this;
    const gitPath = (): string => 'git';
    return new Git({ clock: systemClock, runCommand, findExecutable, gitPath, home, env, ...deps });
  }

  worktreesWith(deps: Partial<GitDeps>): Worktrees {
    const { root } = this;
    const git = this.gitWith(deps);
    const homes = { home: root, fallback: this.path('own', 'worktrees') };
    return new Worktrees({ git, homes, temp: root, randomMark: randomUUID });
  }

  /** A worktree for the task "Fix login", on a branch of that name. */
  async worktree(folder: string, requests: Partial<WorktreeRequest> = {}): Promise<Worktree> {
    return (await this.worktrees.create(worktreeRequest(folder, requests))).worktree;
  }

  /** Runs git and returns its output, trimmed. */
  run(cwd: string, ...args: readonly string[]): string {
    const options = { cwd, env: this.env, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', args, options).trim();
  }

  path(...names: readonly string[]): string {
    return join(this.root, ...names);
  }

  /** Writes a file, and the directories above it. */
  write(file: string, text: string | Buffer): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Writes a hook of git, a shell script, and returns its path. */
  hook(repository: string, name: string, script: string): string {
    const file = join(repository, '.git', 'hooks', name);
    this.write(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  commit(cwd: string, files: Readonly<Record<string, string>>, message = 'change'): string {
    Object.entries(files).forEach(([name, text]) => this.write(join(cwd, name), text));
    this.run(cwd, 'add', '--all', '--sparse');
    this.run(cwd, 'commit', '--quiet', '--message', message);
    return this.run(cwd, 'rev-parse', 'HEAD');
  }

  /** A repository with one commit. */
  repository(name = 'repo', files: Readonly<Record<string, string>> = { file: 'one\n' }): string {
    const path = this.path(name);
    mkdirSync(path, { recursive: true });
    this.run(path, 'init', '--quiet');
    this.commit(path, files);
    return path;
  }
}

/** The default settings `worktree.*`. */
export const WORKTREE_SETTINGS = {
  directory: '',
  branchPrefix: 'agent/',
  copy: [],
  symlink: [],
} as const;

export function worktreeRequest(
  folder: string,
  requests: Partial<WorktreeRequest> = {},
): WorktreeRequest {
  return { folder, name: 'Fix login', settings: WORKTREE_SETTINGS, ...requests };
}

/** A worktree without the members in which a second, equal one differs. */
export function unmarked({ mark: _mark, ...worktree }: Worktree): Worktree {
  return worktree;
}

/** A change in one line: `renamed old -> new +1 -0 link binary`; without counts: `untracked nested submodule`. */
export function formatChange(file: ChangedFile): string {
  const { path, previousPath, kind, mode, added, removed, isBinary, isNameInvalid } = file;
  return [
    kind,
    previousPath === undefined ? path : `${previousPath} -> ${path}`,
    ...(added === undefined ? [] : [`+${added} -${removed}`]),
    ...(mode === 'file' ? [] : [mode]),
    ...(isBinary ? ['binary'] : []),
    ...(isNameInvalid ? ['invalid'] : []),
  ].join(' ');
}
