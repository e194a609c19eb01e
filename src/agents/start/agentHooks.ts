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
import type { HookAccess } from '../../pty/shell/environment';

/** Where the hooks of sessions report to, as whoever starts sessions knows it. */
export interface HookGateway {
  /** Ready for the session's events; rejects where this machine has no port to give. */
  open(ptyId: string): Promise<HookAccess>;
  /** What a hook of the session runs; rejects where the program cannot be put in its place. */
  provide(ptyId: string): Promise<HookProvision>;
  /** Ready for the events of a session that a window before has begun; rejects as `open` and `provide` do. */
  reopen(ptyId: string): Promise<void>;
  /** The session's events are for another window from now on, or for the next one. */
  leave(ptyId: string): void;
  /** Removes what is left of sessions that are gone, and so are their windows. */
  clearStrays(isLiving: (ptyId: string) => boolean): Promise<void>;
}

export interface HookProvision extends Pick<HookLaunchInput, 'commandLine'> {
  /** As {@link HookFiles.write} promises. */
  readonly write: HookFiles['write'];
}

export interface AgentHooksDeps {
  readonly gateway: HookGateway;
  readonly readText: (path: string, cwd: string) => Promise<string>;
  readonly platform: NodeJS.Platform;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** Which agent, and for which session. */
export interface HookedStart {
  readonly provider: Pick<ProviderDefinition, 'hooks' | 'name'>;
  readonly command: Pick<AgentCommand, 'args' | 'trailing'>;
  readonly ptyId: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Gives agents hooks as they start. One that can have none starts all the same, and the log says why. */
export class AgentHooks {
  constructor(private readonly deps: AgentHooksDeps) {}

  /** What the session's environment says of where to report to; undefined where nobody listens. */
  async open(ptyId: string): Promise<HookAccess | undefined> {
    try {
      return await this.deps.gateway.open(ptyId);
    } catch (error) {
      this.deps.logger.warn(`Hooks of session ${ptyId} cannot report: ${toMessage(error)}`);
      return undefined;
    }
  }

  /** Has the hooks of a session that runs already report here; where they cannot, the log says so. */
  async reopen(ptyId: string): Promise<void> {
    try {
      await this.deps.gateway.reopen(ptyId);
    } catch (error) {
      this.deps.logger.warn(`Hooks of session ${ptyId} cannot report: ${toMessage(error)}`);
    }
  }

  /** As {@link HookGateway.leave} promises. */
  leave(ptyId: string): void {
    this.deps.gateway.leave(ptyId);
  }

  /** As {@link HookGateway.clearStrays} promises; where the directory cannot be tidied, it stays as it is. */
  async clearStrays(isLiving: (ptyId: string) => boolean): Promise<void> {
    try {
      await this.deps.gateway.clearStrays(isLiving);
    } catch (error) {
      this.deps.logger.warn(
        `The hook files of earlier sessions could not be removed: ${toMessage(error)}`,
      );
    }
  }

  /** The agent's arguments and variables with hooks, or as they were. */
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
}
