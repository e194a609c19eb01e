import { toMessage } from '../../base/errors';
import type { Logger } from '../../base/logger';
import type { AgentCommand } from '../../providers/launch/agentCommand';
import type {
  HookFiles,
  HookLaunch,
  HookLaunchInput,
} from '../../providers/launch/hooks/hookLaunch';
import { planHookLaunch } from '../../providers/launch/hooks/planHookLaunch';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import type { SessionKind } from '../../pty/sessionService';
import type { SessionEndpoint } from '../../pty/shell/environment';

export interface HookGateway {
  /** Starts to accept requests of the session's programs. Rejects if no socket can be opened. */
  open(ptyId: string, token: TokenKind): Promise<SessionEndpoint>;
  /** Starts to accept the session's events from another machine. Rejects as `open` does. */
  openForward(ptyId: string): Promise<ForwardEndpoint>;
  /** Provides what a hook of the session runs. Rejects if the program cannot be written. */
  provide(ptyId: string): Promise<HookProvision>;
  /**
   * Starts to accept the requests of a session that an earlier window started. Rejects as `open` and
   * `provide` do.
   */
  reopen(ptyId: string, kind: SessionKind): Promise<void>;
  /** Stops accepting the session's events, so that another window or the next one can. */
  leave(ptyId: string): void;
  /** Revokes what `open` and `openForward` returned for a start that does not become a session. */
  abandon(ptyId: string): void;
  /** Removes the files of sessions that do not run and whose windows are closed. */
  removeStaleFiles(isLiving: (ptyId: string) => boolean): Promise<void>;
}

export interface HookProvision extends Pick<HookLaunchInput, 'commandLine'> {
  readonly write: HookFiles['write'];
}

/** What the tokens of a session are for: only to report hook events, or also to drive sessions. */
export type TokenKind = 'drive' | 'report';

/** A socket of this machine that accepts the hook events of one session. */
export interface ForwardEndpoint {
  readonly socket: string;
  readonly hookToken: string;
}

interface AgentHooksDeps {
  readonly gateway: HookGateway;
  readonly readText: (path: string, cwd: string) => Promise<string>;
  readonly platform: NodeJS.Platform;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

interface HookedStart {
  readonly provider: Pick<ProviderDefinition, 'hooks' | 'name'>;
  readonly command: Pick<AgentCommand, 'args' | 'trailing'>;
  readonly ptyId: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Adds hooks to the starts of agents. If that fails, the agent starts without and this logs why. */
export class AgentHooks {
  constructor(private readonly deps: AgentHooksDeps) {}

  /** The address and tokens for the session's environment; undefined if the gateway cannot open. */
  open(ptyId: string, token: TokenKind): Promise<SessionEndpoint | undefined> {
    return this.attempt(ptyId, this.deps.gateway.open(ptyId, token));
  }

  /** The socket to forward to the session's machine; undefined if the gateway cannot open. */
  openForward(ptyId: string): Promise<ForwardEndpoint | undefined> {
    return this.attempt(ptyId, this.deps.gateway.openForward(ptyId));
  }

  /** Directs the hooks of a running session to this window. Logs a failure. */
  async reopen(ptyId: string, kind: SessionKind): Promise<void> {
    await this.attempt(ptyId, this.deps.gateway.reopen(ptyId, kind));
  }

  leave(ptyId: string): void {
    this.deps.gateway.leave(ptyId);
  }

  abandon(ptyId: string): void {
    this.deps.gateway.abandon(ptyId);
  }

  /** See {@link HookGateway.removeStaleFiles}. Logs a failure and leaves the files. */
  async removeStaleFiles(isLiving: (ptyId: string) => boolean): Promise<void> {
    try {
      await this.deps.gateway.removeStaleFiles(isLiving);
    } catch (error) {
      this.deps.logger.warn(
        `The hook files of earlier sessions could not be removed: ${toMessage(error)}`,
      );
    }
  }

  /** The agent's arguments and variables with hooks; unchanged if it can have none. */
  async plan({ provider, command, ptyId, cwd, env }: HookedStart): Promise<HookLaunch> {
    const without: HookLaunch = { args: command.args, env: {} };
    if (provider.hooks.kind === 'none') {
      return without;
    }
    try {
      const { platform, gateway, readText } = this.deps;
      const { commandLine, write } = await gateway.provide(ptyId);
      const files = { read: (path: string) => readText(path, cwd), write };
      const input = { ...command, platform, env, commandLine, files };
      const launch = await planHookLaunch(provider.hooks, input);
      if ('args' in launch) {
        return launch;
      }
      this.deps.logger.info(`${provider.name} starts without hooks: ${launch.reason}.`);
    } catch (error) {
      this.deps.logger.warn(`${provider.name} starts without hooks: ${toMessage(error)}`);
    }
    return without;
  }

  private async attempt<T>(ptyId: string, opening: Promise<T>): Promise<T | undefined> {
    try {
      return await opening;
    } catch (error) {
      this.deps.logger.warn(`Hooks of session ${ptyId} cannot report: ${toMessage(error)}`);
      return undefined;
    }
  }
}
