import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { randomHex } from '../../base/randomHex';
import type { findExecutable } from '../../pty/shell/preflight';
import type { SessionSpec } from '../../pty/sessionService';
import type { TmuxServerConfig } from '../../pty/tmux/tmuxLine';
import { planTmuxStart } from '../../pty/tmux/tmuxPlan';
import { isTmuxNewEnough, OLDEST_TMUX } from '../../pty/tmux/tmuxVersion';
import type { TrustGuard } from '../../pty/trustGuard';
import type { AgentSettings } from './agentSettings';
import { ownHomeOf, type MachineFacts } from './machineFacts';

type TmuxSettings = Pick<AgentSettings, 'tmuxPath'>;

/** Variables that tmux itself needs, and the one with the directory of its sockets. */
const PASSED = ['LANG', 'LC_ALL', 'LC_CTYPE', 'LOGNAME', 'TMUX_TMPDIR', 'USER'] as const;

/** Plans sessions that run in tmux, and finds tmux and its directory. */
export class TmuxPlanner {
  constructor(
    private readonly deps: {
      readonly machine: Pick<MachineFacts, 'env' | 'platform' | 'user'>;
      /** The output of `tmux -V` for this file, or why there is none. */
      readonly readTmuxVersion: (file: string) => Promise<string>;
      /** Required for starts only: sessions that already run in tmux are found without it. */
      readonly guard: TrustGuard;
      readonly findExecutable: typeof findExecutable;
      readonly clock: Clock;
    },
  ) {}

  /**
   * The servers for sessions in tmux.
   * @throws {SessionError} `UNSUPPORTED_PLATFORM` except on Linux and macOS; `CLI_NOT_FOUND` if tmux
   * is missing or too old; `UNTRUSTED`.
   */
  async require(label: string, settings: TmuxSettings): Promise<TmuxServerConfig> {
    this.deps.guard.require();
    const found = await this.find(settings);
    if ('server' in found) {
      return found.server;
    }
    throw new SessionError(found.code, `${label} cannot run in tmux: ${found.problem}`);
  }

  /**
   * The same session with its programs in tmux; unchanged if they already are.
   * @throws {SessionError} as {@link require}.
   */
  async wrap(spec: SessionSpec, settings: TmuxSettings): Promise<SessionSpec> {
    if (spec.program.tmux) {
      return spec;
    }
    const server = await this.require(spec.label, settings);
    const instanceId = randomHex(16);
    const createdAt = new Date(this.deps.clock.now()).toISOString();
    return planTmuxStart(spec, { server, instanceId, endNonce: randomHex(16), createdAt });
  }

  /** The servers for sessions in tmux; undefined if tmux is not available. Never rejects. */
  async findServer(settings: TmuxSettings): Promise<TmuxServerConfig | undefined> {
    const found = await this.find(settings);
    return 'server' in found ? found.server : undefined;
  }

  /** The directory of the files of sessions in tmux, even if tmux is not available. */
  get directory(): string {
    return join(ownHomeOf(this.deps.machine), 'tmux');
  }

  private async find({ tmuxPath }: TmuxSettings): Promise<Found> {
    const { machine } = this.deps;
    if (machine.platform !== 'linux' && machine.platform !== 'darwin') {
      return {
        code: 'UNSUPPORTED_PLATFORM',
        problem: `tmux does not exist for this system; set agentTerminals.persistence to "window" or "host".`,
      };
    }
    const env = definedOnly(machine.env);
    const search = await this.deps.findExecutable(tmuxPath || 'tmux', {
      env,
      cwd: machine.user.home,
    });
    if (search.kind === 'notFound') {
      return { code: 'CLI_NOT_FOUND', problem: explainMissing(tmuxPath, search.lookedIn) };
    }
    const problem = await this.checkVersion(search.path);
    return problem === undefined
      ? { server: this.configure(search.path) }
      : { code: 'CLI_NOT_FOUND', problem };
  }

  private async checkVersion(file: string): Promise<string | undefined> {
    const version = await this.deps.readTmuxVersion(file);
    return isTmuxNewEnough(version)
      ? undefined
      : `${file} ${version.startsWith('tmux ') ? `is ${version}` : 'does not report a version of tmux'}; install tmux ${OLDEST_TMUX} or newer, or name another in the setting agentTerminals.tmuxPath.`;
  }

  private configure(file: string): TmuxServerConfig {
    const { env, user } = this.deps.machine;
    const passed = Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && PASSED.some((name) => name === entry[0]),
    );
    const own = { HOME: user.home, PATH: env['PATH'] ?? '', TERM: 'xterm-256color' };
    return {
      file,
      socket: socketName(env['AGENT_TERMINALS_HOME']),
      directory: this.directory,
      env: { ...Object.fromEntries(passed), ...own },
    };
  }
}

type Found =
  | { readonly server: TmuxServerConfig }
  | {
      readonly code: 'CLI_NOT_FOUND' | 'UNSUPPORTED_PLATFORM';
      /** The end of a sentence. */
      readonly problem: string;
    };

/** The base name of tmux sockets. Another `AGENT_TERMINALS_HOME` has sockets of its own. */
function socketName(home: string | undefined): string {
  const base = 'agent-terminals';
  return home ? `${base}-${createHash('sha256').update(home).digest('hex').slice(0, 12)}` : base;
}

function explainMissing(tmuxPath: string, lookedIn: readonly string[]): string {
  return tmuxPath === ''
    ? `tmux was not found in ${lookedIn.join(', ')}; install it, name it in the setting agentTerminals.tmuxPath, or set agentTerminals.persistence to "window".`
    : `the setting agentTerminals.tmuxPath names ${tmuxPath}, which is not a program here; correct it.`;
}

function definedOnly(env: MachineFacts['env']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
