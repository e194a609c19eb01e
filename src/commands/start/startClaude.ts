import type { StartArguments } from '../../config/contributions';
import { DEFAULT_PROVIDER_ID } from '../../providers/registry/defaultProvider';
import type { CommandDeps, StartedSession } from '../commandDeps';
import { startAgent } from './startAgent';

/** {@link startAgent} with the provider that the command's title names. */
export function startClaude(
  deps: CommandDeps,
  args: StartArguments,
): Promise<StartedSession | undefined> {
  return startAgent(deps, { ...args, provider: DEFAULT_PROVIDER_ID });
}
