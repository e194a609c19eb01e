import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareCodexHome } from '../../../scripts/lib/agents/codexHome.mjs';
import { ResponsesStandIn } from '../../../scripts/lib/agents/responsesStandIn.mjs';
import type { UiAgent } from './uiAgent';
import type { UiSandbox } from './uiSandbox';

export interface CodexAgent extends UiAgent {
  /** The prompts in each request to the model, the conversation's earlier ones too; oldest first. */
  readonly asked: () => readonly (readonly string[])[];
  /** Makes the model send the rest of its answers at once. */
  readonly finishAnswers: () => void;
}

/**
 * The real Codex at `cli`, whose model is a stand-in: puts `codex` on the PATH of the sandbox's
 * login shells and prepares its configuration.
 */
export async function startCodexAgent(sandbox: UiSandbox, cli: string): Promise<CodexAgent> {
  const bin = join(sandbox.home, 'bin');
  await mkdir(bin);
  await symlink(cli, join(bin, 'codex'));
  await writeFile(join(sandbox.home, '.profile'), `PATH="${bin}:$PATH"\n`);
  const standIn = new ResponsesStandIn();
  const env = await prepareCodexHome(join(sandbox.home, '.codex'), {
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
