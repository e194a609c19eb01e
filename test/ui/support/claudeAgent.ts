import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installClaudeCode } from '../../../scripts/lib/agents/claudeCode.mjs';
import { prepareClaudeHome } from '../../../scripts/lib/agents/claudeHome.mjs';
import { MessagesStandIn } from '../../../scripts/lib/agents/messagesStandIn.mjs';
import type { UiAgent } from './uiAgent';
import type { UiSandbox } from './uiSandbox';

export interface ClaudeAgent extends UiAgent {
  /** The prompts in each request to the model, the conversation's earlier ones too; oldest first. */
  readonly asked: () => readonly (readonly string[])[];
  /** Makes the model send the rest of its answers at once. */
  readonly finishAnswers: () => void;
}

/**
 * The real Claude Code, whose model is a stand-in: puts `claude` on the PATH of the sandbox's
 * login shells and prepares its configuration.
 */
export async function startClaudeAgent(sandbox: UiSandbox): Promise<ClaudeAgent> {
  const { directory } = await installClaudeCode();
  await writeFile(join(sandbox.home, '.profile'), `PATH="${directory}:$PATH"\n`);
  const standIn = new MessagesStandIn();
  const env = await prepareClaudeHome(join(sandbox.home, '.claude'), {
    baseUrl: await standIn.start(),
    trustedFolders: sandbox.folders,
  });
  return {
    env,
    settings: {},
    asked: () => standIn.asked,
    finishAnswers: () => standIn.finishAnswers(),
    end: () => standIn.end(),
  };
}
