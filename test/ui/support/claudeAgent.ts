import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installClaudeCode } from '../../../scripts/lib/claudeCode.mjs';
import { prepareClaudeHome } from '../../../scripts/lib/claudeHome.mjs';
import { MessagesStandIn } from '../../../scripts/lib/messagesStandIn.mjs';
import type { UiAgent } from './uiAgent';
import type { UiPlace } from './uiPlace';

/**
 * The real Claude Code, whose model is a stand-in: puts `claude` on the PATH of the place's
 * login shells and prepares its configuration.
 */
export async function startClaudeAgent(place: UiPlace): Promise<UiAgent> {
  const { directory } = await installClaudeCode();
  await writeFile(join(place.home, '.profile'), `PATH="${directory}:$PATH"\n`);
  const standIn = new MessagesStandIn();
  const env = await prepareClaudeHome(join(place.home, '.claude'), {
    baseUrl: await standIn.start(),
    trustedFolders: place.folders,
  });
  return { env, settings: {}, end: () => standIn.end() };
}
