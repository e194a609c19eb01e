import { SessionError } from '../base/errors';
import type { TranscriptLocation } from '../conversations/transcripts/transcripts';
import { cliIdOf } from '../providers/model/providerDefinition';
import type { ConversationResolver } from './conversations/conversationResolver';
import type { CheckedAgent } from './start/agentPlan';
import type { AgentResolver } from './start/agentResolver';
import type { StartContext } from './start/startContext';

/**
 * The fallback of a provider that can start in the same session if the agent ends at once; undefined if
 * there is none. It has the same CLI, by which the session is read, and stores its conversations in the
 * same place, where they are found again.
 */
export async function findSessionFallback(
  deps: {
    readonly agentResolver: AgentResolver;
    readonly conversations: ConversationResolver;
  },
  agent: CheckedAgent,
  context: StartContext,
): Promise<CheckedAgent | undefined> {
  const { fallback, provider } = agent.config;
  if (fallback === undefined) {
    return undefined;
  }
  try {
    const other = deps.agentResolver.resolve(fallback, context.settings);
    if (cliIdOf(other.provider) !== cliIdOf(provider)) {
      return undefined;
    }
    const checked = await deps.agentResolver.check(fallback, context);
    const locationOf = ({
      config: { provider },
      machine: { env },
    }: CheckedAgent): TranscriptLocation => ({
      provider,
      env,
      cwd: context.task.cwd,
    });
    const areFound = await deps.conversations.storesTogether(
      locationOf(agent),
      locationOf(checked),
    );
    return areFound ? checked : undefined;
  } catch (error) {
    if (SessionError.is(error)) {
      return undefined;
    }
    throw error;
  }
}
