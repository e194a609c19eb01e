import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installClaudeCode } from '../../../scripts/lib/claudeCode.mjs';
import { prepareClaudeHome } from '../../../scripts/lib/claudeHome.mjs';
import { MessagesStandIn } from '../../../scripts/lib/messagesStandIn.mjs';
import type { UiPlace } from './uiPlace';

/** The real Claude Code, whose model is a stand-in. */
export interface ClaudeAgent {
  readonly env: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/** Puts `claude` on the PATH of the place's login shells and prepares its configuration. */
export async function startClaudeAgent(place: UiPlace): Promise<ClaudeAgent> {
  const { directory } = await installClaudeCode();
  await writeFile(join(place.home, '.profile'), `PATH="${directory}:$PATH"\n`);
  const standIn = new MessagesStandIn();
  const env = await prepareClaudeHome(join(place.home, '.claude'), {
    baseUrl: await standIn.start(),
    trustedFolders: place.folders,
  });
  return { env, end: () => standIn.end() };
}
