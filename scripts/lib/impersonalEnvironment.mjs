// @ts-check

/** Variables by which agents, tmux and our own programs find the files of the person who runs the tests. */
const PERSONAL =
  /^(AGENT_TERMINALS_(HOME|URL|TOKEN|PTY_ID|FOLDER|HOOK_|CLI|SESSION_MARKER|TASK_|ZDOTDIR)|CLAUDE|ANTHROPIC_|CODEX_|OPENAI_|GEMINI_|XDG_|TMUX|STY$|ZDOTDIR$)/;

/**
 * This process's environment without variables that give a VS Code for tests, or its agents, access
 * to a person's own files and accounts.
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {NodeJS.ProcessEnv}
 */
export function impersonalEnvironment(environment = process.env) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !PERSONAL.test(name)));
}
