import * as z from 'zod';
import type { FolderRef } from '../agents/folderRef';
import type { Access } from '../api/auth/access';
import { ASK_ANSWER } from '../api/http/responses';
import { ApiError } from '../api/http/apiError';
import { ASK, WAIT_MS, WAIT_TARGETS } from '../api/http/requests';
import { LAST_ANSWER_VIEW } from '../api/sessions/lastAnswerView';
import { SESSION_VIEW, STARTED_SESSION_VIEW } from '../api/sessions/sessionView';
import type { SessionOperations } from '../api/sessions/sessionOperations';
import { MAX_SCROLLBACK_ROWS } from '../pty/limits';
import { conversationTools } from './conversationTools';
import { describeSession, describeStarted } from './describeSession';
import { FOREIGN_TEXT } from './foreignText';
import { defineTool, type Tool } from './tool';
import { ANSWER_AGENT_INPUT, ASK_AGENT_INPUT, SESSION_ID, START_AGENT_INPUT } from './toolInputs';

export interface AgentToolsDeps {
  readonly operations: SessionOperations;
  /** The workspace folders that are open now. */
  readonly folders: () => readonly FolderRef[];
}

const NO_AGENT = 'No agent runs.';

const ONE_SESSION = z.strictObject({ session: SESSION_ID });

/**
 * Creates the tools with which models list, start, prompt, answer, watch and end agents, and resume
 * their conversations. The tools' names are public.
 */
export function createAgentTools(deps: AgentToolsDeps): readonly Tool[] {
  return [
    ...startingTools(deps),
    ...endingTools(deps),
    ...inputTools(deps),
    ...watchingTools(deps),
    ...readingTools(deps),
    ...conversationTools(deps.operations),
  ];
}

function startingTools({ operations, folders }: AgentToolsDeps): readonly Tool[] {
  return [
    defineTool(
      {
        name: 'list_agents',
        title: 'List agents',
        description:
          'Lists the coding agents that run in terminals of this window, what each is doing, and which kinds of agents can be started.',
        input: z.strictObject({}),
        output: z.object({
          sessions: z.array(SESSION_VIEW),
          providers: z
            .array(z.string())
            .describe('The values that start_agent accepts as its provider.'),
        }),
        effect: 'reads',
      },
      async ({ access }) => {
        const sessions = [...operations.list(access)];
        const found = await operations.providers(access, 'cached');
        const installed = found.filter(({ path }) => path !== undefined);
        const providers = installed.map(({ providerId }) => providerId);
        const lines =
          sessions.length > 0
            ? [FOREIGN_TEXT.quoted, ...sessions.map(describeSession)]
            : [NO_AGENT];
        const text = [...lines, `Can be started: ${providers.join(', ') || 'none'}.`].join('\n');
        return { text, data: { sessions, providers } };
      },
    ),
    defineTool(
      {
        name: 'start_agent',
        title: 'Start an agent',
        description:
          'Starts another coding agent in a terminal of its own. It works by itself; ask_agent and wait_for_agent return what it does.',
        input: START_AGENT_INPUT,
        output: STARTED_SESSION_VIEW,
        effect: 'changes',
      },
      async ({ access, input, signal }) => {
        const cwd = input.cwd ?? folderFor(access, folders());
        const session = await operations.create(access, { ...input, cwd }, signal);
        return {
          text: `${FOREIGN_TEXT.quoted}\nStarted ${describeStarted(session)}`,
          data: session,
        };
      },
    ),
  ];
}

function endingTools({ operations }: AgentToolsDeps): readonly Tool[] {
  return [
    defineTool(
      {
        name: 'stop_agent',
        operation: 'kill',
        title: 'Stop an agent',
        description: 'Ends an agent and closes its session. Its current work is lost.',
        input: ONE_SESSION,
        output: ONE_SESSION,
        effect: 'ends',
      },
      async ({ access, input: { session } }) => {
        await operations.kill(access, session);
        return { text: `${session} has ended.`, data: { session } };
      },
    ),
  ];
}

function inputTools({ operations }: AgentToolsDeps): readonly Tool[] {
  return [
    defineTool(
      {
        name: 'ask_agent',
        operation: 'prompt',
        title: 'Ask an agent',
        description:
          'Sends a prompt to an agent, waits until it has answered, and returns the answer. The agent may work on it for minutes.',
        input: ASK_AGENT_INPUT,
        output: ASK_ANSWER,
        effect: 'changes',
      },
      async ({ access, signal, input: { session, prompt, timeoutMs } }) => {
        const data = await operations.ask(access, session, prompt, { timeoutMs, signal });
        return { text: `${FOREIGN_TEXT.raw}\n${data.response}`, data };
      },
    ),
    defineTool(
      {
        name: 'send_prompt',
        operation: 'prompt',
        title: 'Send a prompt',
        description: 'Sends a prompt to an agent without waiting for its answer.',
        input: z.strictObject({ session: SESSION_ID, prompt: ASK.shape.prompt }),
        output: ONE_SESSION,
        effect: 'changes',
      },
      async ({ access, input: { session, prompt } }) => {
        await operations.prompt(access, session, prompt);
        return { text: `${session} has accepted the prompt.`, data: { session } };
      },
    ),
    defineTool(
      {
        name: 'answer_agent',
        operation: 'answer',
        title: 'Answer an agent',
        description:
          'Approves or denies what an agent requests, or replies to its question, as the person decides.',
        input: ANSWER_AGENT_INPUT,
        output: ONE_SESSION,
        effect: 'approves',
      },
      async ({ access, input: { session, ...answer } }) => {
        await operations.answer(access, session, answer);
        return { text: `${session} has accepted the answer.`, data: { session } };
      },
    ),
  ];
}

function watchingTools({ operations }: AgentToolsDeps): readonly Tool[] {
  return [
    defineTool(
      {
        name: 'wait_for_agent',
        operation: 'read',
        title: 'Wait for an agent',
        description:
          'Waits until an agent is done or needs an answer, and returns which. The wait also ends if the agent ends, fails or reaches its usage limit.',
        input: z.strictObject({
          session: SESSION_ID,
          for: z
            .array(z.enum(WAIT_TARGETS))
            .min(1)
            .optional()
            .describe('What ends the wait; by default idle, which includes done, and needsInput.'),
          timeoutMs: ASK.shape.timeoutMs,
        }),
        output: SESSION_VIEW,
        effect: 'reads',
      },
      async ({ access, signal, input }) => {
        const { session: id, for: kinds = ['idle', 'needsInput'], timeoutMs = WAIT_MS } = input;
        const session = await operations.wait(access, id, { kinds, timeoutMs, signal });
        return { text: `${FOREIGN_TEXT.quoted}\n${describeSession(session)}`, data: session };
      },
    ),
  ];
}

function readingTools({ operations }: AgentToolsDeps): readonly Tool[] {
  return [
    defineTool(
      {
        name: 'read_screen',
        operation: 'read',
        title: 'Read an agent’s screen',
        description: 'Returns the text that an agent’s terminal shows now.',
        input: z.strictObject({
          session: SESSION_ID,
          scrollback: z
            .int()
            .min(0)
            .max(MAX_SCROLLBACK_ROWS)
            .optional()
            .describe('How many rows above the screen to include.'),
        }),
        output: z.object({ screen: z.string() }),
        effect: 'reads',
      },
      async ({ access, input: { session, scrollback = 0 } }) => {
        const screen = await operations.screen(access, session, { format: 'text', scrollback });
        return { text: `${FOREIGN_TEXT.raw}\n${screen}`, data: { screen } };
      },
    ),
    defineTool(
      {
        name: 'read_last_answer',
        operation: 'read',
        title: 'Read an agent’s last answer',
        description:
          'Returns the last message that an agent has written, without its tool calls, also while it works.',
        input: ONE_SESSION,
        output: LAST_ANSWER_VIEW,
        effect: 'reads',
      },
      async ({ access, input: { session } }) => {
        const data = await operations.lastAnswer(access, session);
        const lines = [...(data.notice === null ? [] : [data.notice]), FOREIGN_TEXT.raw, data.text];
        return { text: lines.join('\n'), data };
      },
    ),
  ];
}

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
