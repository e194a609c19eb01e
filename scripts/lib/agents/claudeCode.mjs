// @ts-check
import { join } from 'node:path';
import { installOnce } from '../installOnce.mjs';
import { npmInstall } from '../npmInstall.mjs';
import { cacheDirectory } from '../paths.mjs';

/** An exact version: a plain install selects an old release if npm itself runs on an older Node. */
export const CLAUDE_CODE_VERSION = '2.1.330';

/**
 * Installs the pinned Claude Code, once, separately from the extension's dependencies.
 * @returns {Promise<{directory: string, executable: string}>} the directory for a PATH, and the
 * program in it
 */
export async function installClaudeCode() {
  const root = join(cacheDirectory(), `claude-code-${CLAUDE_CODE_VERSION}`);
  await installOnce(root, `Installing Claude Code ${CLAUDE_CODE_VERSION}`, (into) =>
    npmInstall(into, [`@anthropic-ai/claude-code@${CLAUDE_CODE_VERSION}`], {
      allowScripts: ['@anthropic-ai/claude-code'],
    }),
  );
  const directory = join(root, 'node_modules', '.bin');
  const name = process.platform === 'win32' ? 'claude.cmd' : 'claude';
  return { directory, executable: join(directory, name) };
}
