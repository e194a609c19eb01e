import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Answers as GitHub CLI does, from files beside it, and notes its arguments and its input. */
const PROGRAM = `#!/bin/sh
cd "$(dirname "$0")" || exit 1
printf '%s|' "$@" >> calls
echo >> calls
if [ -e failure ]; then cat failure >&2; exit "$(cat code)"; fi
case "$1 $2" in
  'repo view') cat repository;;
  'pr view')
    if [ -e pull ]; then cat pull; else
      echo 'no pull requests found for branch "x"' >&2; exit 1
    fi;;
  'pr create')
    cat > body
    echo 'Warning: 1 uncommitted change' >&2
    echo '{"number":12,"state":"OPEN","isDraft":false,"title":"x","url":"https://github.com/ada/app/pull/12"}' > pull
    echo https://github.com/ada/app/pull/12;;
esac
`;

/** A stand-in for GitHub CLI in a directory that is first on the PATH of `env`. */
export class StandInGh {
  private readonly directory: string;

  constructor(home: string, env: Record<string, string>) {
    this.directory = join(home, 'gh-bin');
    mkdirSync(this.directory);
    this.write('gh', PROGRAM);
    chmodSync(join(this.directory, 'gh'), 0o755);
    this.setDefaultBranch('main');
    env['PATH'] = `${this.directory}:${env['PATH'] ?? ''}`;
  }

  /** The arguments of each call so far. */
  get calls(): readonly string[] {
    return this.read('calls')?.trim().split('\n') ?? [];
  }

  /** What it got on its standard input to create a pull request; undefined if it did not create one. */
  get body(): string | undefined {
    return this.read('body');
  }

  setDefaultBranch(name: string): void {
    const repository = { nameWithOwner: 'ada/app', defaultBranchRef: { name } };
    this.write('repository', JSON.stringify(repository));
  }

  setPullRequest(state: 'CLOSED' | 'MERGED' | 'OPEN'): void {
    const url = 'https://github.com/ada/app/pull/7';
    this.write('pull', JSON.stringify({ number: 7, state, isDraft: false, title: 'Till', url }));
  }

  /** Each call from now on writes `text` to standard error and ends with `code`. */
  fail(code: number, text: string): void {
    this.write('failure', text);
    this.write('code', String(code));
  }

  remove(): void {
    rmSync(join(this.directory, 'gh'));
  }

  private write(name: string, text: string): void {
    writeFileSync(join(this.directory, name), text);
  }

  private read(name: string): string | undefined {
    const file = join(this.directory, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }
}
