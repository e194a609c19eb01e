import which from 'which';
import { systemClock } from '../../base/clock';
import { CliDetector, isPlainText } from '../../providers/launch/cliDetector';
import { findExecutable } from '../../pty/shell/preflight';
import type { AgentsDeps } from '../agentsDeps';
import type { Conversations } from '../conversations/createConversations';
import { IdeLink } from '../ide/ideLink';
import type { AgentHooks } from './agentHooks';
import { AgentResolver } from './agentResolver';
import { LoginShells } from './loginShells';
import { ProviderChecks } from './providerChecks';
import { ShellPlanner } from './shellPlanner';
import { SshPlanner } from './ssh/sshPlanner';
import { StartPlanner } from './startPlanner';

export type Planners = ReturnType<typeof createPlanners>;

export function createPlanners(deps: AgentsDeps, { keptOptions, resolver }: Conversations) {
  const { guard, hooks, machine, logger, ports, registry, tmux } = deps;
  const { variablesOf } = keptOptions;
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
    commandLine: deps.installCommandLine,
    hooks,
    machine,
    logger,
    ports,
    registry,
    shells,
    ssh,
    tmux,
  });
  const agentResolver = new AgentResolver({
    detector,
    machine,
    registry,
    shells,
    ssh,
    variablesOf,
  });
  const planner = new StartPlanner({
    agentResolver,
    conversations: resolver,
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
