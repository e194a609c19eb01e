import { buildSessionEnvironment, type SessionIdentity } from '../../pty/shell/environment';
import type { ProviderEnv } from '../../providers/model/providerDefinition';
import type { HostFacts } from './hostFacts';
import type { ShellContext } from './startContext';

/** What a session's provider adds to its environment; a shell's session has none. */
export interface ProviderVariables {
  readonly pass: ProviderEnv['pass'];
  readonly env: Readonly<Record<string, string>>;
}

/** Names that no session inherits, of whatever provider: an agent may start another one. */
export type StrippedNames = readonly string[];

/** The environment of a session in `context`; `notices` are for the log. */
export function planEnvironment(
  host: HostFacts,
  context: ShellContext,
  strip: StrippedNames,
  provider: ProviderVariables & Pick<SessionIdentity, 'commandLine' | 'hooks' | 'marker'>,
): ReturnType<typeof buildSessionEnvironment> {
  const { settings, options, task, folder } = context;
  return buildSessionEnvironment({
    source: host.env,
    platform: host.platform,
    user: host.user,
    terminalVersion: host.terminalVersion,
    shell: context.shell.path,
    path: context.path,
    inherit: settings.inheritEnv,
    passthrough: settings.envPassthrough,
    provider: { passthrough: provider.pass, strip, env: provider.env },
    callerEnv: options.env ?? {},
    session: {
      ptyId: context.ptyId,
      taskId: task.id,
      taskName: task.name,
      folder: folder.path,
      marker: provider.marker,
      hooks: provider.hooks,
      commandLine: provider.commandLine,
      rights: settings.agentsMayDrive ? 'drive' : 'none',
    },
  });
}
