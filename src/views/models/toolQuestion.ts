import type { SessionInfo } from '../../pty/sessionService';
import { START_AGENT_INPUT, ASK_AGENT_INPUT } from '../../mcp/toolInputs';

/** What a person is told and asked before a model's tool runs. */
export interface ToolQuestion {
  readonly progress: string;
  /** Undefined where nobody needs to be asked. */
  readonly confirmation:
    | {
        readonly title: string;
        readonly message: string;
        /** In the model's own words: shown as they are. */
        readonly quoted: string | undefined;
      }
    | undefined;
}

/**
 * By the tool's name. Of an input that the tool will refuse there is nothing to ask.
 * `labelOf` gives a session's label.
 */
export function planToolQuestion(
  name: string,
  input: unknown,
  labelOf: (sessionId: string) => SessionInfo['label'] | undefined,
): ToolQuestion {
  const start = name === 'start_agent' ? START_AGENT_INPUT.safeParse(input).data : undefined;
  if (start) {
    const { provider, task, cwd, prompt } = start;
    const inTask = task === undefined ? '' : ` in task "${task}"`;
    const where = cwd === undefined ? '' : ` in ${cwd}`;
    const withPrompt = prompt === undefined ? '' : ' with this prompt';
    const message = `Start ${provider}${inTask}${where} in a terminal of its own${withPrompt}?`;
    const confirmation = { title: 'Start an Agent', message, quoted: prompt };
    return { progress: `Starting ${provider}`, confirmation };
  }
  const ask = name === 'ask_agent' ? ASK_AGENT_INPUT.safeParse(input).data : undefined;
  if (ask) {
    const label = labelOf(ask.session) ?? ask.session;
    const message = `Send this prompt to ${label}, and wait for its answer?`;
    const confirmation = { title: 'Ask an Agent', message, quoted: ask.prompt };
    return { progress: `Waiting for the answer of ${label}`, confirmation };
  }
  return { progress: 'Looking at the agents of this window', confirmation: undefined };
}
