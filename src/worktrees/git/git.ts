import { delay, type Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { isDirectory } from '../../base/directories';
import type { CommandRequest, RunCommand } from '../../pty/process/command';
import type { ExecutableSearch, SearchOptions } from '../../pty/shell/preflight';
import { GIT_OUTPUT_BYTES, GIT_READ_LIMIT_MS, GIT_WRITE_LIMIT_MS } from '../limits';

/** Git's exit code for an unknown option. */
export const USAGE_ERROR = 129;

export type RepositoryHooks = 'run' | 'skip';

export interface GitDeps {
  readonly clock: Clock;
  readonly runCommand: RunCommand;
  /**
   * The setting `gitPath`, read at each run. A bare name is searched on the PATH of `env`, never in
   * the repository; a relative path is below the person's home.
   */
  readonly gitPath: () => string;
  readonly findExecutable: (file: string, options: SearchOptions) => Promise<ExecutableSearch>;
  readonly home: string;
  /** The person's environment. For what git gets of it, see {@link buildGitEnvironment}. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Default: `run`. */
  readonly hooks?: RepositoryHooks | undefined;
}

export interface GitAnswer {
  /** Null if a signal ended git. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitOptions {
  readonly signal?: AbortSignal | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the limit of reading or changing commands. */
  readonly timeoutMs?: number;
  /** The content of standard input. Default: empty. */
  readonly input?: string;
}

/** What precedes the command in every run, and is added to the environment. */
interface Prefix {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The `core.hooksPath` of runs without hooks, which overrides that of the repository. */
export const NO_HOOKS = '/dev/null';
const WITHOUT_HOOKS = ['-c', `core.hooksPath=${NO_HOOKS}`];

const INSTALL_HINT =
  'install git 2.30 or newer, or set its path in the setting agentTerminals.gitPath';

/**
 * Git's error on a worktree that another git is creating: a file is not written yet. Nothing has
 * changed by then, so the command can be repeated.
 */
const HALF_MADE = { message: /failed to read .*[/\\]commondir/, tries: 50, waitMs: 20 } as const;

/**
 * Runs git with limits on time and output, and without prompts. Requires git 2.30 or newer.
 * @throws {SessionError} `SPAWN_FAILED` if git is missing or exceeds a limit; `CWD_NOT_FOUND` if
 * the directory is missing; methods that require success throw `ILLEGAL_STATE` with git's message.
 */
export class Git {
  constructor(
    private readonly deps: GitDeps,
    private readonly prefix: Prefix = { args: [], env: {} },
  ) {}

  /** The same git with more arguments before the command, and more variables, in every run. */
  with({ args = [], env = {} }: Partial<Prefix>): Git {
    const { prefix } = this;
    return new Git(this.deps, {
      args: [...prefix.args, ...args],
      env: { ...prefix.env, ...env },
    });
  }

  /**
   * Runs a read-only command and returns its result, also on failure. Takes no lock that another
   * git may need.
   */
  query(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
    return this.run(cwd, ['--no-optional-locks', ...args], options, GIT_READ_LIMIT_MS);
  }

  async read(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
    return requireSuccess(cwd, args, await this.query(cwd, args, options));
  }

  async readLine(cwd: string, args: readonly string[], options?: GitOptions): Promise<string> {
    return withoutNewline(await this.read(cwd, args, options));
  }

  /** The line that a read-only command prints; undefined if it fails or prints nothing. */
  async findLine(cwd: string, args: readonly string[]): Promise<string | undefined> {
    const { code, stdout } = await this.query(cwd, args);
    return code === 0 && stdout !== '' ? withoutNewline(stdout) : undefined;
  }

  /** Runs a command that changes something and returns its result, also on failure. */
  attempt(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
    return this.run(cwd, args, options, GIT_WRITE_LIMIT_MS);
  }

  /** Runs a command that changes something and returns its output. */
  async write(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
    return requireSuccess(cwd, args, await this.attempt(cwd, args, options));
  }

  /** Repeats a command that read a worktree while another git was creating it. */
  private async run(
    cwd: string,
    args: readonly string[],
    options: GitOptions,
    limitMs: number,
  ): Promise<GitAnswer> {
    for (let tries: number = HALF_MADE.tries; ; tries -= 1) {
      const answer = await this.runOnce(cwd, args, options, limitMs);
      if (tries === 1 || answer.code === 0 || !HALF_MADE.message.test(answer.stderr)) {
        return answer;
      }
      await delay(this.deps.clock, HALF_MADE.waitMs);
    }
  }

  private async runOnce(
    cwd: string,
    args: readonly string[],
    { signal, env, timeoutMs, input }: GitOptions,
    limitMs: number,
  ): Promise<GitAnswer> {
    const { prefix } = this;
    const gitEnv = { ...buildGitEnvironment(this.deps.env), ...prefix.env, ...env };
    const hooks = this.deps.hooks === 'skip' ? WITHOUT_HOOKS : [];
    const request: CommandRequest = {
      file: await this.find(gitEnv),
      args: [...hooks, ...prefix.args, ...args],
      cwd,
      env: gitEnv,
      input,
      timeoutMs: timeoutMs ?? limitMs,
      maxOutputBytes: GIT_OUTPUT_BYTES,
      signal,
    };
    const result = await this.deps.runCommand(request);
    signal?.throwIfAborted();
    if (result.kind === 'failed') {
      throw toStartError(request, result.reason);
    }
    return result;
  }

  /** The system would search a bare name in the directory of the run first (Windows), or in a PATH of relative directories. */
  private async find(env: Readonly<Record<string, string>>): Promise<string> {
    const { findExecutable, gitPath, home } = this.deps;
    const file = gitPath();
    const search = await findExecutable(file, { env, cwd: home });
    if (search.kind === 'found') {
      return search.path;
    }
    throw new SessionError(
      'SPAWN_FAILED',
      `Git ("${file}") was not found in ${search.lookedIn.join(', ') || 'an empty PATH'}: ${INSTALL_HINT}.`,
    );
  }
}

/** Git's error message, as one line without a full stop. */
export function gitReason({ stderr, stdout }: GitAnswer): string {
  const lines = `${stderr.trim() || stdout.trim()}`.split('\n').map((line) => line.trim());
  const word = lines.find((line) => /^(fatal|error): /.test(line)) ?? lines.at(-1) ?? '';
  return word.replace(/^(fatal|error): /, '').replace(/\.$/, '');
}

/** @throws {SessionError} `ILLEGAL_STATE` with git's message if the command failed. */
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

/** The name of the command, such as `worktree add` or `status`, without its arguments. */
function verbOf(args: readonly string[]): string {
  const words = args.filter((word) => /^[a-z][a-z-]*$/.test(word));
  return words.slice(0, words[0] === 'worktree' ? 2 : 1).join(' ');
}

function withoutNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** The system reports a missing directory as a missing program. */
function toStartError({ file, cwd }: CommandRequest, reason: string): SessionError {
  if (cwd !== undefined && !isDirectory(cwd)) {
    return new SessionError(
      'CWD_NOT_FOUND',
      `The directory ${cwd} does not exist: restore it or choose another.`,
    );
  }
  const hint = reason.startsWith('could not be started')
    ? INSTALL_HINT
    : 'try again, or look at the repository with git yourself';
  return new SessionError('SPAWN_FAILED', `Git ("${file}") ${reason}: ${hint}.`, { cause: reason });
}

type Environment = Readonly<NodeJS.ProcessEnv>;

/** Git's variables about the person and the machine. All others concern a single run of git. */
const KEPT =
  /^GIT_(CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)|EXEC_PATH|TEMPLATE_DIR|SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_\w+|HTTP_\w+|(AUTHOR|COMMITTER)_(NAME|EMAIL)|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|ALLOW_PROTOCOL)$/i;

/**
 * The environment for git: `env` without variables that select another repository, index or editor,
 * with messages in English, and without any way to prompt a person.
 */
export function buildGitEnvironment(env: Environment): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (!/^GIT_/i.test(entry[0]) || KEPT.test(entry[0])),
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    // Empty: none. If it were unset, git would try core.askPass and SSH_ASKPASS.
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GCM_INTERACTIVE: 'never',
    GIT_EDITOR: 'true',
    GIT_PAGER: 'cat',
  };
}
