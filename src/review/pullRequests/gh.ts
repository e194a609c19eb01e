import type { CommandResult, RunCommand } from '../../pty/process/command';
import type { ExecutableSearch, SearchOptions } from '../../pty/shell/preflight';
import { buildGitEnvironment } from '../../worktrees/git/git';
import { GH_LIMIT_MS, GH_OUTPUT_BYTES } from '../limits';
import {
  parsePullRequest,
  parseRepository,
  PULL_REQUEST_FIELDS,
  REPOSITORY_FIELDS,
  type BaseRepository,
  type PullRequest,
} from './pullRequest';

interface GhDeps {
  readonly runCommand: RunCommand;
  readonly findExecutable: (file: string, options: SearchOptions) => Promise<ExecutableSearch>;
  readonly home: string;
  /** The person's environment. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

/** Why GitHub CLI gave no answer. */
export type GhFailure =
  | { readonly kind: 'missing' }
  | { readonly kind: 'signedOut' }
  /** `reason` is a phrase on one line without a full stop. */
  | { readonly kind: 'failed'; readonly reason: string };

export type GhAnswer<Value> =
  { readonly kind: 'found'; readonly value: Value } | { readonly kind: 'none' } | GhFailure;

export interface NewPullRequest {
  readonly title: string;
  readonly body: string;
  /** A branch of the repository. */
  readonly base: string;
  /** A branch of the same repository, or `owner:branch` of another one. */
  readonly head: string;
}

/** GitHub CLI's exit code if no account is signed in. */
const SIGNED_OUT = 4;

/** What it writes if the account's token is not accepted any more; its exit code is then 1. */
const NOT_ACCEPTED = /^Try authenticating with: +gh auth login/m;

const NO_PULL_REQUEST = /^no (open )?pull requests found/m;

/** Runs GitHub CLI with limits on time and output, without prompts. Rejects only with `UNTRUSTED`. */
export class Gh {
  constructor(private readonly deps: GhDeps) {}

  /** The pull request of the branch that is checked out in `cwd`: an open one, else the newest. */
  async findPullRequest(cwd: string): Promise<GhAnswer<PullRequest>> {
    // Without a branch as an argument: it would be one of this repository, not of a fork, and a
    // branch named `12` would be the pull request 12.
    const answer = await this.run(cwd, ['pr', 'view', '--json', PULL_REQUEST_FIELDS]);
    if (answer.kind === 'failed' && NO_PULL_REQUEST.test(answer.stderr)) {
      return { kind: 'none' };
    }
    return parsed(answer, parsePullRequest);
  }

  /** The repository in which it creates pull requests; never `none`. */
  async findRepository(cwd: string): Promise<GhAnswer<BaseRepository>> {
    return parsed(
      await this.run(cwd, ['repo', 'view', '--json', REPOSITORY_FIELDS]),
      parseRepository,
    );
  }

  /** Returns what GitHub CLI prints: the URL. */
  async create(
    cwd: string,
    { base, body, head, title }: NewPullRequest,
  ): Promise<GhAnswer<string>> {
    const named = [`--title=${title}`, `--base=${base}`, `--head=${head}`];
    const answer = await this.run(cwd, ['pr', 'create', ...named, '--body-file=-'], body);
    return parsed(answer, (text) => /^https?:\/\/\S+$/m.exec(text)?.[0]);
  }

  private async run(cwd: string, args: readonly string[], input?: string): Promise<RunAnswer> {
    const { findExecutable, home, runCommand } = this.deps;
    const env = buildGhEnvironment(this.deps.env);
    const search = await findExecutable('gh', { env, cwd: home });
    if (search.kind !== 'found') {
      return { kind: 'missing' };
    }
    return toAnswer(
      await runCommand({
        file: search.path,
        args,
        cwd,
        env,
        input,
        timeoutMs: GH_LIMIT_MS,
        maxOutputBytes: GH_OUTPUT_BYTES,
      }),
    );
  }
}

type RunAnswer =
  | { readonly kind: 'done'; readonly stdout: string }
  | Exclude<GhFailure, { kind: 'failed' }>
  | { readonly kind: 'failed'; readonly reason: string; readonly stderr: string };

function toAnswer(result: CommandResult): RunAnswer {
  if (result.kind === 'failed') {
    return { kind: 'failed', reason: `gh ${result.reason}`, stderr: '' };
  }
  const { code, stderr, stdout } = result;
  if (code === 0) {
    return { kind: 'done', stdout };
  }
  if (code === SIGNED_OUT || NOT_ACCEPTED.test(stderr)) {
    return { kind: 'signedOut' };
  }
  const reason = firstLine(stderr) || `gh ended with ${code ?? 'a signal'}`;
  return { kind: 'failed', reason, stderr };
}

function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  // A warning about uncommitted changes precedes an error.
  const line = lines.find((one) => one !== '' && !/^warning:/i.test(one)) ?? '';
  return line.replace(/\.$/, '');
}

function parsed<Value>(
  answer: RunAnswer,
  parse: (text: string) => Value | undefined,
): GhAnswer<Value> {
  if (answer.kind === 'failed') {
    return { kind: 'failed', reason: answer.reason };
  }
  if (answer.kind !== 'done') {
    return answer;
  }
  const value = parse(answer.stdout);
  return value === undefined
    ? { kind: 'failed', reason: 'gh answered what cannot be read: update it' }
    : { kind: 'found', value };
}

/** As for git, which GitHub CLI runs; without prompts, colours, and what it does only in a terminal. */
function buildGhEnvironment(env: Readonly<NodeJS.ProcessEnv>): Readonly<Record<string, string>> {
  return {
    ...buildGitEnvironment(env),
    GH_PROMPT_DISABLED: '1',
    GH_NO_UPDATE_NOTIFIER: '1',
    GH_FORCE_TTY: '',
    GH_DEBUG: '',
    NO_COLOR: '1',
    CLICOLOR_FORCE: '0',
  };
}
