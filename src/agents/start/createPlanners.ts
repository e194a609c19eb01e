import which from 'which';
import { systemClock } from '../../base/clock';
import type { Logger } from '../../base/logger';
import { CliDetector } from '../../providers/launch/cliDetector';
import { isPlainText } from '../../providers/launch/textFile';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import { findExecutable } from '../../pty/shell/preflight';
import type { TrustGuard } from '../../pty/trustGuard';
import type { PortRanges } from '../../tasks/portRanges';
import type { ConversationResolver } from '../conversations/conversationResolver';
import { IdeLink } from '../ide/ideLink';
import type { KeptOptions } from '../options/keptOptions';
import type { AgentHooks } from './agentHooks';
import type { AgentSettings } from './agentSettings';
import { AgentResolver } from './agentResolver';
import { CliFinder } from './cliFinder';
import type { MachineFacts } from './machineFacts';
import { LoginShells } from './loginShells';
import { ProviderChecks } from './providerChecks';
import { ShellPlanner } from './shellPlanner';
import { SshPlanner } from './ssh/sshPlanner';
import { StartPlanner } from './startPlanner';
import type { TmuxPlanner } from './tmuxPlanner';

interface CreatePlannersDeps {
  /** The path of the program `agent-terminals`; undefined if it cannot be installed. */
  readonly commandLine: () => Promise<string | undefined>;
  readonly conversations: ConversationResolver;
  readonly guard: TrustGuard;
  readonly hooks: AgentHooks;
  readonly keptOptions: KeptOptions;
  readonly machine: MachineFacts;
  readonly logger: Logger;
  readonly ports: PortRanges;
  readonly registry: ProviderRegistry;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly tmux: TmuxPlanner;
}

export interface Planners {
  readonly agentResolver: AgentResolver;
  readonly planner: StartPlanner;
  readonly providerChecks: ProviderChecks;
  readonly shellPlanner: ShellPlanner;
}

/** Creates the planners of starts, the resolver of agents, and the check of which providers are installed. */
export function createPlanners(deps: CreatePlannersDeps): Planners {
  const { commandLine, conversations, guard, hooks, machine, logger, ports, registry, tmux } = deps;
  const { variablesOf } = deps.keptOptions;
  const { platform, user } = machine;
  const home = user.home;
  const { run } = guard;
  const detector = new CliDetector({
    findExecutable,
    isPlainText,
    runCommand: run,
    platform,
    home,
    clock: systemClock,
    logger,
  });
  const shells = new LoginShells({ machine, run, logger, locate: locateShell });
  const openHooks: AgentHooks['openForward'] = (ptyId) => hooks.openForward(ptyId);
  const ssh = new SshPlanner({ openHooks, machine, findExecutable, logger });
  const shellPlanner = new ShellPlanner({
    commandLine,
    hooks,
    machine,
    logger,
    ports,
    registry,
    shells,
    ssh,
    tmux,
  });
  const clis = new CliFinder(detector);
  const agentResolver = new AgentResolver({ clis, machine, registry, shells, ssh, variablesOf });
  const planner = new StartPlanner({
    agentResolver,
    conversations,
    hooks,
    machine,
    ide: new IdeLink(home),
    logger,
    shell: shellPlanner,
    ssh,
  });
  const providerChecks = new ProviderChecks({
    registry,
    shells,
    detector,
    guard,
    settingsOf: deps.settingsOf,
  });
  return { agentResolver, planner, providerChecks, shellPlanner };
}

function locateShell(shell: string): string | undefined {
  return which.sync(shell, { nothrow: true }) ?? undefined;
}
