import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The hooks of git that a status, a new worktree or a branch can run. */
const HOOKS = ['post-checkout', 'post-index-change', 'pre-auto-gc', 'reference-transaction'];

/** A repository in a folder whose configuration has git run programs. */
export class HostileFolder {
  /** `home` is that of git. */
  constructor(
    private readonly home: string,
    private readonly folder: string,
  ) {}

  /** Makes the folder a repository with an uncommitted change, which runs nothing yet. */
  init(): void {
    this.git('init', '--quiet', '--initial-branch=main');
    writeFileSync(join(this.folder, 'file'), 'one\n');
    this.git('add', '.');
    this.git('commit', '--quiet', '--message', 'first');
    writeFileSync(join(this.folder, 'file'), 'two\n');
  }

  /** From now on git runs programs here, each of which leaves a file. */
  arm(): void {
    mkdirSync(this.marks);
    this.git('config', 'core.fsmonitor', this.program('fsmonitor'));
    this.git('config', 'filter.trap.clean', this.program('clean'));
    this.git('config', 'filter.trap.smudge', this.program('smudge'));
    writeFileSync(join(this.folder, '.gitattributes'), '* filter=trap\n');
    const hooks = join(this.folder, '.git', 'hooks');
    mkdirSync(hooks, { recursive: true });
    HOOKS.forEach((name) => this.program(name, join(hooks, name)));
  }

  /** Forgets the programs that have run. */
  forget(): void {
    this.listRun().forEach((name) => rmSync(join(this.marks, name)));
  }

  /** The programs of the repository that have run. */
  listRun(): readonly string[] {
    return readdirSync(this.marks);
  }

  private get marks(): string {
    return join(this.home, 'marks');
  }

  private program(name: string, path = join(this.home, name)): string {
    writeFileSync(path, `#!/bin/sh\ntouch "${join(this.marks, name)}"\n[ -t 0 ] || cat\n`);
    chmodSync(path, 0o755);
    return path;
  }

  private git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
    const env = { HOME: this.home, PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1' };
    execFileSync('git', [...identity, ...args], { cwd: this.folder, env, stdio: 'pipe' });
  }
}
