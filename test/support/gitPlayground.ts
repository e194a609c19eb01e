import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock } from '../../src/base/clock';
import { runCommand, type RunCommand } from '../../src/pty/runCommand';
import { Git } from '../../src/worktrees/git';
import type { WorktreeRequest } from '../../src/worktrees/newWorktree';
import { Worktrees } from '../../src/worktrees/worktrees';

/** A directory with a home of its own, in which real git knows nothing of the person's. */
export class GitPlayground {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-terminals-git-')));
  readonly env: Readonly<Record<string, string>>;
  readonly git: Git;
  readonly worktrees: Worktrees;

  constructor(run: RunCommand = runCommand) {
    const config = join(this.root, 'gitconfig');
    this.env = {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: this.root,
      GIT_CONFIG_GLOBAL: config,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_EMAIL: 'test@localhost',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@localhost',
      LC_ALL: 'C',
    };
    const settings = '[init]\n defaultBranch = main\n[protocol "file"]\n allow = always\n';
    writeFileSync(config, settings);
    this.git = new Git({
      clock: systemClock,
      runCommand: run,
      gitPath: () => 'git',
      env: this.env,
    });
    this.worktrees = new Worktrees({ git: this.git, home: this.root, temp: this.root });
  }

  /** Runs git and gives what it prints, trimmed. */
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

  /** Writes a hook of git, a shell script, and gives its path. */
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

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The settings `worktree.*` with nothing set. */
export const WORKTREE_SETTINGS = { directory: '', branchPrefix: 'agent/', copy: [] } as const;

export function worktreeRequest(
  folder: string,
  wishes: Partial<WorktreeRequest> = {},
): WorktreeRequest {
  return { folder, name: 'Fix login', settings: WORKTREE_SETTINGS, ...wishes };
}
