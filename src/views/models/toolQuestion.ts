import type { SessionInfo } from '../../pty/sessionService';
import { ASK } from '../../operations/declarations/ask';
import { START_AGENT_INPUT } from '../../operations/declarations/startSession';

/** The texts that a person sees before a model's tool runs. */
interface ToolQuestion {
  readonly progress: string;
  /** Undefined if no confirmation is needed. */
  readonly confirmation:
    | {
        readonly title: string;
        readonly message: string;
        /** Text of the model, shown unchanged. */
        readonly quoted: string | undefined;
      }
    | undefined;
}

/**
 * Returns the texts for a tool by its name. Invalid input, which the tool will reject, needs no
 * confirmation. `labelOf` returns a session's label.
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
  const ask = name === 'ask_agent' ? ASK.input.safeParse(input).data : undefined;
  if (ask) {
    const label = labelOf(ask.session) ?? ask.session;
    const message = `Send this prompt to ${label}, and wait for its answer?`;
    const confirmation = { title: 'Ask an Agent', message, quoted: ask.prompt };
    return { progress: `Waiting for the answer of ${label}`, confirmation };
  }
  return { progress: 'Reading the agents of this window', confirmation: undefined };
}
