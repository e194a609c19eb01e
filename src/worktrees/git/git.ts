import { stat } from 'node:fs/promises';
import { delay, type Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import type { CommandRequest, RunCommand } from '../../pty/process/runCommand';
import { buildGitEnvironment } from './gitEnvironment';
import { GIT_OUTPUT_BYTES, GIT_READ_LIMIT_MS, GIT_WRITE_LIMIT_MS } from '../limits';

/** What git gives as exit code to an option that it does not know. */
export const USAGE_ERROR = 129;

export interface GitDeps {
  readonly clock: Clock;
  readonly runCommand: RunCommand;
  /** The setting `gitPath`, read at each run; a bare name is looked up on `env`'s PATH. */
  readonly gitPath: () => string;
  /** The person's environment; what git gets of it: {@link buildGitEnvironment}. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

export interface GitAnswer {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitOptions {
  readonly signal?: AbortSignal | undefined;
  /** On top of the environment of every run. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * How git fails on a worktree that another git is making: it dies of a file not yet written.
 * Nothing is changed by then, so it may be tried again.
 */
const HALF_MADE = { message: /failed to read .*[/\\]commondir/, tries: 50, waitMs: 20 } as const;

/**
 * Runs git, bounded in time and output, asking nobody. Written for git 2.30 and newer.
 * @throws {SessionError} `SPAWN_FAILED` where git is missing or came to no end, `CWD_NOT_FOUND`
 * where the directory is; where git's answer has to be yes, `ILLEGAL_STATE` with its last words.
 */
export class Git {
  constructor(private readonly deps: GitDeps) {}

  /** Asks git something, whatever the answer; takes no lock that another git could need. */
  ask(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
    return this.run(cwd, ['--no-optional-locks', ...args], options, GIT_READ_LIMIT_MS);
  }

  /** What git prints. */
  async read(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
    return requireSuccess(cwd, args, await this.ask(cwd, args, options));
  }

  /** What git prints, where that is one line. */
  async readLine(cwd: string, args: readonly string[], options?: GitOptions): Promise<string> {
    return withoutNewline(await this.read(cwd, args, options));
  }

  /** The line that git prints, undefined if it says no or nothing. */
  async findLine(cwd: string, args: readonly string[]): Promise<string | undefined> {
    const { code, stdout } = await this.ask(cwd, args);
    return code === 0 && stdout !== '' ? withoutNewline(stdout) : undefined;
  }

  /** Has git change something, whatever comes of it. */
  attempt(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
    return this.run(cwd, args, options, GIT_WRITE_LIMIT_MS);
  }

  /** Has git change something, and gives what it prints. */
  async write(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
    return requireSuccess(cwd, args, await this.attempt(cwd, args, options));
  }

  /** Looks again where another git was just making a worktree, of which it read half. */
  private async run(
    cwd: string,
    args: readonly string[],
    options: GitOptions,
    timeoutMs: number,
  ): Promise<GitAnswer> {
    for (let tries: number = HALF_MADE.tries; ; tries -= 1) {
      const answer = await this.runOnce(cwd, args, options, timeoutMs);
      if (tries === 1 || answer.code === 0 || !HALF_MADE.message.test(answer.stderr)) {
        return answer;
      }
      await delay(this.deps.clock, HALF_MADE.waitMs);
    }
  }

  private async runOnce(
    cwd: string,
    args: readonly string[],
    { signal, env }: GitOptions,
    timeoutMs: number,
  ): Promise<GitAnswer> {
    const request: CommandRequest = {
      file: this.deps.gitPath(),
      args,
      cwd,
      env: { ...buildGitEnvironment(this.deps.env), ...env },
      timeoutMs,
      maxOutputBytes: GIT_OUTPUT_BYTES,
      signal,
    };
    const result = await this.deps.runCommand(request);
    signal?.throwIfAborted();
    if (result.kind === 'failed') {
      throw await toStartError(request, result.reason);
    }
    return result;
  }
}

/** The words of git that say what went wrong, as one line without a full stop. */
function gitReason({ stderr, stdout }: GitAnswer): string {
  const lines = `${stderr.trim() || stdout.trim()}`.split('\n').map((line) => line.trim());
  const word = lines.find((line) => /^(fatal|error): /.test(line)) ?? lines.at(-1) ?? '';
  return word.replace(/^(fatal|error): /, '').replace(/\.$/, '');
}

/** @throws {SessionError} `ILLEGAL_STATE` with git's last words, unless it said yes. */
export function requireSuccess(cwd: string, args: readonly string[], answer: GitAnswer): string {
  if (answer.code === 0) {
    return answer.stdout;
  }
  const reason = gitReason(answer) || `it ended with ${answer.code ?? 'a signal'}`;
  throw new SessionError(
    'ILLEGAL_STATE',
    `"git ${verbOf(args)}" failed in ${cwd}: ${reason}. Run it there yourself to see more.`,
  );
}

/** `worktree add`, `status`: enough to know which, without what a path makes of it. */
function verbOf(args: readonly string[]): string {
  const words = args.filter((word) => /^[a-z][a-z-]*$/.test(word));
  return words.slice(0, words[0] === 'worktree' ? 2 : 1).join(' ');
}

function withoutNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** A missing directory is told by the system as a missing program. */
async function toStartError({ file, cwd }: CommandRequest, reason: string): Promise<SessionError> {
  if (cwd !== undefined && !(await isDirectory(cwd))) {
    return new SessionError(
      'CWD_NOT_FOUND',
      `The directory ${cwd} does not exist: restore it or choose another.`,
    );
  }
  const hint = reason.startsWith('could not be started')
    ? 'install git 2.30 or newer, or set its path in the setting agentTerminals.gitPath'
    : 'try again, or look at the repository with git yourself';
  return new SessionError('SPAWN_FAILED', `Git ("${file}") ${reason}: ${hint}.`);
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
