// @ts-check
import { delimiter, join } from 'node:path';
import { CLAUDE_CODE_VERSION, installClaudeCode } from '../agents/claudeCode.mjs';
import { prepareClaudeHome } from '../agents/claudeHome.mjs';
import { findOnPath } from '../findOnPath.mjs';
import { MessagesStandIn } from '../agents/messagesStandIn.mjs';
import { printLine } from '../printLine.mjs';
import { answerDemonstration } from './demonstrationAnswer.mjs';

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
      `${CLAUDE_CODE_VERSION} from npm,\nand its model is a stand-in on this machine: on any prompt ` +
      `it changes greet.js of the sample,\nafter you approve, and it answers your review comments there.`,
  );
  return setUpDemonstration(owned, { directory, folder });
}

/**
 * @param {import('../owned.mjs').Owned} owned
 * @param {{directory: string, folder: string}} where
 * @returns {Promise<AgentSetup>}
 */
export async function setUpDemonstration(owned, { directory, folder }) {
  const claude = await installClaudeCode();
  const standIn = owned.add(new MessagesStandIn(answerDemonstration));
  const baseUrl = await standIn.start();
  const env = await prepareClaudeHome(join(directory, 'claude'), {
    baseUrl,
    trustedFolders: [folder, `${folder}.worktrees`],
  });
  const path = [claude.directory, process.env['PATH']].join(delimiter);
  // Also by its path: a login shell may replace the PATH. In its own mode it decides by the model what it may do.
  const own = { cli: claude.executable, extraArgs: ['--permission-mode', 'manual'] };
  const settings = { 'agentTerminals.providers': { claude: own } };
  return { env: { ...process.env, ...env, PATH: path }, settings };
}
