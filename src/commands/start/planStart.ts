import type { FolderRef, PreparedStart, StartAgentRequest } from '../../agents/agentService';
import { AGENT_OPTIONS, pickOptions } from '../../base/startOptions';
import type { StartAgentArguments } from '../../config/contributions';
import type { SshPlace } from '../../pty/ssh/sshLine';
import { chooseFolder, chooseTaskIn } from '../tasks/choosePlace';
import type { CommandDeps } from '../commandDeps';
import { confirmAutoApprove } from './confirmAutoApprove';
import { confirmTrust, withTrust } from './confirmTrust';
import { placeTask } from '../tasks/placeTask';

/** What the command itself decides, and no argument. */
export interface StartWay {
  readonly conversation: StartAgentRequest['conversation'];
  readonly ssh?: SshPlace | undefined;
}

/**
 * Asks for what the arguments leave open and plans the start of an agent; `undefined`
 * where the person would rather not.
 * @throws {SessionError} what `chooseFolder` and `AgentService.prepareAgent` throw.
 */
export async function planStart(
  deps: CommandDeps,
  args: StartAgentArguments,
  { conversation, ssh }: StartWay,
): Promise<PreparedStart | undefined> {
  const folder = await chooseFolder(deps, args);
  return folder && planStartIn(deps, folder, args, { conversation, ssh });
}

async function planStartIn(
  deps: CommandDeps,
  folder: FolderRef,
  args: StartAgentArguments,
  { conversation, ssh }: StartWay,
): Promise<PreparedStart | undefined> {
  const providerId = args.provider ?? (await chooseProvider(deps, folder));
  if (providerId === undefined || !(await isAllowed(deps, folder, providerId))) {
    return undefined;
  }
  const place = { folder, providerId };
  const trusted = await confirmTrust(deps, args, place);
  const approved = trusted && (await confirmAutoApprove(deps, trusted, place));
  const chosen = approved && (await chooseTaskIn(deps, folder, args.task));
  const task = chosen && (await placeTask(deps, folder, chosen, args.worktree));
  if (!task) {
    return undefined;
  }
  const options = { ...pickOptions(approved, AGENT_OPTIONS), ...(ssh && { ssh }) };
  const prepared = await prepare(deps, { folder, task, providerId, conversation, options });
  return approved.trust ? withTrust(deps, prepared) : prepared;
}

async function chooseProvider(deps: CommandDeps, folder: FolderRef): Promise<string | undefined> {
  // What the folder's settings say of providers decides what there is to choose.
  if ((await deps.confirmValues.confirm(folder, undefined)) === 'cancelled') {
    return undefined;
  }
  return deps.pickers.pickProvider(
    deps.installed.look(folder, 'cached'),
    deps.settings(folder.uri).defaultProvider,
  );
}

async function isAllowed(
  { confirmValues }: CommandDeps,
  folder: FolderRef,
  providerId: string,
): Promise<boolean> {
  return (await confirmValues.confirm(folder, providerId)) === 'answered';
}

function prepare(deps: CommandDeps, request: StartAgentRequest): Promise<PreparedStart> {
  const { name } = deps.displayOf(request.providerId, request.folder.uri);
  return deps.busy(`Starting ${name}...`, () => deps.agents.prepareAgent(request));
}
