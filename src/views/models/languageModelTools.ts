import * as vscode from 'vscode';
import type { Access } from '../../operations/access/access';
import { toApiError } from '../../operations/apiError';
import { LANGUAGE_MODEL_TOOLS } from '../../config/contributions';
import { describeFailure } from '../../mcp/describeFailure';
import type { Tool } from '../../mcp/tool';
import type { SessionService } from '../../pty/sessionService';
import { planToolQuestion } from './toolQuestion';

export interface LanguageModelToolsDeps {
  readonly core: { readonly sessions: SessionService; readonly tools: readonly Tool[] };
  /** Settles when the stored state of earlier windows is loaded. */
  readonly loaded: Promise<unknown>;
  readonly log: vscode.LogOutputChannel;
}

/** The access of a person: the person confirms each call. */
const ACCESS: Access = { folder: 'all', by: 'person' };

export type LanguageModelTools = ReadonlyMap<string, vscode.LanguageModelTool<unknown>>;

/** Creates the tools with which VS Code's language models list, start and prompt agents. */
export function createLanguageModelTools(deps: LanguageModelToolsDeps): LanguageModelTools {
  const tools = new Map<string, vscode.LanguageModelTool<unknown>>();
  for (const [name, id] of Object.entries(LANGUAGE_MODEL_TOOLS)) {
    const tool = deps.core.tools.find(({ facts }) => facts.name === name);
    if (tool) {
      tools.set(id, toLanguageModelTool(deps, tool));
    }
  }
  return tools;
}

function toLanguageModelTool(
  deps: LanguageModelToolsDeps,
  tool: Tool,
): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: ({ input }) => prepare(deps, tool, input),
    invoke: async ({ input }, token) => {
      await deps.loaded;
      const leaving = new AbortController();
      const listener = token.onCancellationRequested(() => leaving.abort());
      try {
        const { text } = await tool.run({ access: ACCESS, input, signal: leaving.signal });
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      } catch (error) {
        throw leaving.signal.aborted ? new vscode.CancellationError() : explain(deps, error);
      } finally {
        listener.dispose();
      }
    },
  };
}

function prepare(
  { core: { sessions } }: LanguageModelToolsDeps,
  { facts: { name } }: Tool,
  input: unknown,
): vscode.PreparedToolInvocation {
  const labelOf = (id: string): string | undefined => sessions.get(id)?.label;
  const { progress: invocationMessage, confirmation } = planToolQuestion(name, input, labelOf);
  if (!confirmation) {
    return { invocationMessage };
  }
  const { title, message: text, quoted } = confirmation;
  const message = new vscode.MarkdownString().appendText(text);
  if (quoted !== undefined) {
    message.appendCodeblock(quoted);
  }
  return { invocationMessage, confirmationMessages: { title, message } };
}

/**
 * Returns the error for the model, including a partial answer of the agent; unexpected errors are
 * also logged.
 */
function explain({ log }: LanguageModelToolsDeps, thrown: unknown): Error {
  const { error, isExpected } = toApiError(thrown);
  if (!isExpected) {
    log.error('A tool of a language model failed.', thrown);
  }
  return new Error(describeFailure(error));
}
