import * as z from 'zod';
import { defineOperation } from '../operation';
import { formatSession } from '../views/formatSession';
import { FOREIGN_TEXT } from '../views/foreignText';
import { SESSIONS } from '../views/sessionView';

const NO_AGENT = 'No agent runs.';

/** Models need to know what they can start. */
const TOOL_OUTPUT = z.object({
  ...SESSIONS.shape,
  providers: z.array(z.string()).describe('The values that start_agent accepts as its provider.'),
});

export const LIST_SESSIONS = defineOperation({
  name: 'list',
  summary: 'Lists the sessions that the token has access to.',
  input: z.strictObject({}),
  output: SESSIONS,
  subject: undefined,
  right: 'folder',
  http: { method: 'get', path: '/api/sessions', status: 200, answer: 'The sessions.' },
  tool: {
    name: 'list_agents',
    title: 'List agents',
    description:
      'Lists the coding agents that run in terminals of this window, what each is doing, and which kinds of agents can be started.',
    effect: 'reads',
    output: TOOL_OUTPUT,
    data: async ({ providerChecks }, { sessions }, { folder }) => {
      const found = await providerChecks.checkAll(folder === 'all' ? undefined : folder, 'cached');
      const installed = found.filter(({ path }) => path !== undefined);
      return { sessions, providers: installed.map(({ providerId }) => providerId) };
    },
    text: ({ sessions, providers }: z.output<typeof TOOL_OUTPUT>) => {
      const lines =
        sessions.length > 0 ? [FOREIGN_TEXT.quoted, ...sessions.map(formatSession)] : [NO_AGENT];
      return [...lines, `Can be started: ${providers.join(', ') || 'none'}.`].join('\n');
    },
  },
  run: ({ scope }, { access }) => ({ sessions: [...scope.list(access)] }),
});
