// @ts-check
import { delimiter, join } from 'node:path';
import { CLAUDE_CODE_VERSION, installClaudeCode } from './claudeCode.mjs';
import { prepareClaudeHome } from './claudeHome.mjs';
import { findOnPath } from '../findOnPath.mjs';
import { MessagesStandIn } from './messagesStandIn.mjs';
import { printLine } from '../printLine.mjs';

/**
 * @typedef {object} AgentSetup what a new VS Code needs so that an agent works in it
 * @property {NodeJS.ProcessEnv} env
 * @property {Readonly<Record<string, unknown>>} settings
 */

/**
 * Uses the person's own Claude Code; if there is none, sets up a demonstration: a pinned version
 * from npm whose model is a stand-in on this machine.
 * @param {import('../owned.mjs').Owned} owned ends the stand-in
 * @param {{directory: string, folder: string}} where for its configuration; the folder it trusts
 * @returns {Promise<AgentSetup>}
 */
export async function setUpAgent(owned, { directory, folder }) {
  if (findOnPath(['claude']) !== undefined) {
    return { env: process.env, settings: {} };
  }
  printLine(
    `This is a demonstration: no Claude Code is installed here, so you get version ` +
      `${CLAUDE_CODE_VERSION} from npm,\nand its model is a stand-in on this machine that only ` +
      `repeats your prompts.`,
  );
  const claude = await installClaudeCode();
  const standIn = owned.add(new MessagesStandIn());
  const baseUrl = await standIn.start();
  const env = await prepareClaudeHome(join(directory, 'claude'), {
    baseUrl,
    trustedFolders: [folder],
  });
  const path = [claude.directory, process.env['PATH']].join(delimiter);
  // Also by its path: a login shell may replace the PATH.
  const settings = { 'agentTerminals.providers': { claude: { cli: claude.executable } } };
  return { env: { ...process.env, ...env, PATH: path }, settings };
}
