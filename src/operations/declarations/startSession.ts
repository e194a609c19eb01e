import * as z from 'zod';
import type { FolderRef } from '../../agents/folderRef';
import { buildStartShape } from '../../agents/start/startSchema';
import { START_SURFACES } from '../../base/startOptions';
import type { Access } from '../access/access';
import { ApiError } from '../apiError';
import { START } from '../fields';
import { defineOperation, type OperationCall } from '../operation';
import { formatStarted } from '../views/formatSession';
import { FOREIGN_TEXT } from '../views/foreignText';
import { STARTED_SESSION_VIEW, type StartedSessionView } from '../views/sessionView';

const TOOL = buildStartShape(START_SURFACES.tool, 'checked');

/** What the tool accepts. */
export const START_AGENT_INPUT = z.strictObject({
  ...TOOL,
  // Any text: an unknown provider is refused with `PROVIDER_NOT_FOUND`.
  provider: z.string().min(1).describe('The agent: one that list_agents returns.'),
  cwd: TOOL.cwd.describe(
    'An existing directory, by its absolute path; the workspace folder by default.',
  ),
});

export const START_SESSION = defineOperation({
  name: 'start',
  summary: 'Starts an agent, a shell or another program.',
  input: z.strictObject({ ...START, cwd: START.cwd.unwrap() }),
  output: STARTED_SESSION_VIEW,
  subject: undefined,
  right: 'folder',
  http: { method: 'post', path: '/api/sessions', status: 201, answer: 'The session.' },
  tool: {
    name: 'start_agent',
    title: 'Start an agent',
    description:
      'Starts another coding agent in a terminal of its own. It works by itself; ask_agent and wait_for_agent return what it does.',
    effect: 'changes',
    input: START_AGENT_INPUT,
    read: ({ folders }, { access, input }: OperationCall<z.output<typeof START_AGENT_INPUT>>) => ({
      ...input,
      cwd: input.cwd ?? folderFor(access, folders()),
    }),
    text: (session: StartedSessionView) =>
      `${FOREIGN_TEXT.quoted}\nStarted ${formatStarted(session)}`,
  },
  run: async ({ creation, scope, uses }, { access, input, signal }) => {
    scope.requireWindow(input);
    const started = await uses.whileStarting(() => creation.create(access, input, signal));
    return scope.describeStarted(started);
  },
});

function folderFor({ folder }: Access, open: readonly FolderRef[]): string {
  const found = folder === 'all' ? open[0] : folder;
  if (!found) {
    throw new ApiError(
      'BAD_REQUEST',
      'No folder is open in this window: set "cwd" to a directory.',
    );
  }
  return found.path;
}
