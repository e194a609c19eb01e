import type { PreparedStart } from '../../agents/agentService';
import type { StartAgentArguments } from '../../config/contributions';
import type { CommandDeps } from '../commandDeps';
import type { ApprovalPlace } from './confirmAutoApprove';

/**
 * Nothing of our own asks for an agent's trust in its folder, so it is a program that does, and the
 * person has to agree. Gives the arguments as the person wants them; `undefined` = start nothing.
 */
export async function confirmTrust(
  deps: Pick<CommandDeps, 'displayOf' | 'questions'>,
  args: StartAgentArguments,
  { folder, providerId }: ApprovalPlace,
): Promise<StartAgentArguments | undefined> {
  if (args.trust !== true) {
    return args;
  }
  const { name } = deps.displayOf(providerId, folder.uri);
  const answer = await deps.questions.ask({
    message: `Start ${name} in ${folder.name} and tell it that it may trust its folder?`,
    detail:
      'A keybinding, a task or another extension asks for this. The agent then does what files of the folder tell it, such as hooks and servers, without asking you first.',
    answers: ['Start and Trust', 'Start Normally'] as const,
  });
  return answer && { ...args, trust: answer === 'Start and Trust' };
}

/** The same start, whose agent is told to trust its folder as soon as it asks. */
export function withTrust(
  { trust }: Pick<CommandDeps, 'trust'>,
  prepared: PreparedStart,
): PreparedStart {
  return {
    ...prepared,
    launch: async (size) => {
      const session = await prepared.launch(size);
      trust.give(session.id);
      return session;
    },
  };
}
