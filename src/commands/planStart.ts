import type { FolderRef, PreparedStart, StartAgentRequest } from '../agents/agentService';
import { SessionError } from '../base/errors';
import type { StartAgentArguments } from '../config/contributions';
import { MissingCliError } from '../views/missingCliError';
import { chooseFolder, chooseTaskIn } from './choosePlace';
import type { CommandDeps } from './commandDeps';

/**
 * Asks for what the arguments leave open and plans the start of an agent; `undefined`
 * where the person would rather not.
 * @throws {SessionError} what `chooseFolder` and `AgentService.prepareAgent` throw.
 */
export async function planStart(
  deps: CommandDeps,
  args: StartAgentArguments,
  conversation: StartAgentRequest['conversation'],
): Promise<PreparedStart | undefined> {
  const folder = await chooseFolder(deps, args);
  return folder && planStartIn(deps, folder, args, conversation);
}

async function planStartIn(
  deps: CommandDeps,
  folder: FolderRef,
  args: StartAgentArguments,
  conversation: StartAgentRequest['conversation'],
): Promise<PreparedStart | undefined> {
  const providerId = args.provider ?? (await chooseProvider(deps, folder));
  if (providerId === undefined || !(await isAllowed(deps, folder, providerId))) {
    return undefined;
  }
  const approval = await confirmAutoApprove(deps, args, folder, providerId);
  const task = approval && (await chooseTaskIn(deps, folder, args.task));
  if (!task) {
    return undefined;
  }
  const options = { ...pickOptions(args), autoApprove: approval.autoApprove };
  return prepare(deps, { folder, task, providerId, conversation, options });
}

async function chooseProvider(deps: CommandDeps, folder: FolderRef): Promise<string | undefined> {
  // What the folder's settings say of providers decides what there is to choose.
  if ((await deps.confirmValues.confirm(folder, undefined)) === 'cancelled') {
    return undefined;
  }
  return deps.pickers.pickProvider(
    deps.installed.look('cached'),
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

/**
 * Our own lists and menus never ask for auto-approval, the setting does; so what arguments
 * ask for comes from elsewhere, and the person has to agree. `undefined` = start nothing.
 */
async function confirmAutoApprove(
  { questions, settings, faceOf }: CommandDeps,
  { autoApprove }: StartAgentArguments,
  folder: FolderRef,
  providerId: string,
): Promise<Pick<StartAgentArguments, 'autoApprove'> | undefined> {
  if (autoApprove !== true || settings(folder.uri).autoApprove) {
    return { autoApprove };
  }
  const answer = await questions.ask({
    message: `Start ${faceOf(providerId).name} in ${folder.name} so that it works without asking for permission?`,
    detail:
      'A keybinding, a task or another extension asks for this. The agent can then change and delete whatever you can.',
    answers: ['Start Without Asking', 'Start with Asking'],
  });
  return answer && { autoApprove: answer === 'Start Without Asking' };
}

function pickOptions(args: StartAgentArguments): StartAgentRequest['options'] {
  const { prompt, model, spawnMode, shellSetup, env, extraArgs } = args;
  return { prompt, model, spawnMode, shellSetup, env, extraArgs };
}

async function prepare(deps: CommandDeps, request: StartAgentRequest): Promise<PreparedStart> {
  const { name } = deps.faceOf(request.providerId);
  try {
    return await deps.busy(`Starting ${name}...`, () => deps.agents.prepareAgent(request));
  } catch (error) {
    throw SessionError.is(error, 'CLI_NOT_FOUND')
      ? await withInstallCommand(deps, request, error)
      : error;
  }
}

async function withInstallCommand(
  { agents }: CommandDeps,
  { folder, providerId }: StartAgentRequest,
  error: SessionError,
): Promise<SessionError> {
  const statuses = await agents.checkProviders(folder, 'cached');
  const command = statuses.find((status) => status.providerId === providerId)?.installCommand;
  return command === undefined ? error : new MissingCliError(error, command);
}
