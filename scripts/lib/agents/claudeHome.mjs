// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Prepares a configuration directory in which Claude Code asks no first-run question, and returns
 * the environment that makes it use that directory and the model at `baseUrl`.
 *
 * The person's own `~/.claude` and `~/.claude.json` are neither read nor written.
 * @param {string} directory
 * @param {{baseUrl: string, trustedFolders: readonly string[]}} options
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function prepareClaudeHome(directory, { baseUrl, trustedFolders }) {
  await mkdir(directory, { recursive: true });
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
  const config = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    projects: Object.fromEntries(trustedFolders.map((folder) => [folder, trusted])),
  };
  await writeFile(join(directory, '.claude.json'), JSON.stringify(config));
  return {
    CLAUDE_CONFIG_DIR: directory,
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_AUTH_TOKEN: 'stand-in',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}
