import { execFile } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A workspace folder as a git repository with one commit, until it is removed. */
export class GitFolder {
  private constructor(readonly path: string) {}

  static async create(path: string): Promise<GitFolder> {
    const folder = new GitFolder(path);
    await folder.git('init', '--initial-branch=main');
    await folder.write('till.txt', 'one\n');
    await folder.git('add', 'till.txt');
    await folder.git('commit', '-m', 'first');
    return folder;
  }

  /** Runs git there, or in one of its worktrees; returns its output. */
  async git(...args: readonly string[]): Promise<string> {
    return this.gitIn(this.path, ...args);
  }

  async gitIn(cwd: string, ...args: readonly string[]): Promise<string> {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
    const { stdout } = await run('git', [...identity, ...args], { cwd });
    return stdout.trim();
  }

  async branches(): Promise<readonly string[]> {
    return (await this.git('branch', '--format=%(refname:short)')).split('\n').sort();
  }

  async write(name: string, text: string): Promise<void> {
    await writeFile(join(this.path, name), text);
  }

  /** Removes the repository and its worktrees; the folder remains. */
  async remove(): Promise<void> {
    const trees = (await this.git('worktree', 'list', '--porcelain')).match(/(?<=^worktree ).+$/gm);
    const others = (trees ?? []).slice(1);
    await Promise.all(others.map((tree) => rm(tree, { recursive: true, force: true })));
    const added = ['.git', 'till.txt', 'new.txt'];
    const present = (await readdir(this.path)).filter((name) => added.includes(name));
    await Promise.all(present.map((name) => rm(join(this.path, name), { recursive: true })));
  }
}
