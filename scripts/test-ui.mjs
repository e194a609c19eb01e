// @ts-check
import { resolveChromium } from './lib/vscode/chromium.mjs';
import { installClaudeCode } from './lib/agents/claudeCode.mjs';
import { RELEASES, installCodeServer } from './lib/vscode/codeServer.mjs';
import { provideVsix } from './lib/bundles/builtExtension.mjs';
import { MOCHA, TIMEOUTS_MS } from './lib/levels/levels.mjs';
import { NODE_24, ROOT } from './lib/paths.mjs';
import { runToExit } from './lib/runProgram.mjs';

/** Ends a run that hangs; beside other levels on two cores it can take a quarter of an hour. */
const TIMEOUT_MS = 40 * 60_000;

/** They start first: one that starts last would run alone, without a second window beside it. */
const LONGEST = ['outlive', 'conversations', 'settings', 'twoWindows', 'worktrees'];

const ALL = [
  ...LONGEST.map((name) => `test/ui/${name}.test.ts`),
  `test/ui/{!(${LONGEST.join('|')}).test.ts,*/**/*.test.ts}`,
];

// Slow steps, and those that print, run before the first test; arguments are passed to mocha.
await installCodeServer(RELEASES.newest);
await installClaudeCode();
await resolveChromium();
process.env['AGENT_TERMINALS_VSIX'] = await provideVsix();

const given = process.argv.slice(2);
const files = given.some((argument) => argument.endsWith('.ts')) ? [] : ALL;
const { code } = await runToExit(
  NODE_24,
  [...MOCHA, '--timeout', String(TIMEOUTS_MS.ui), ...given, ...files],
  { cwd: ROOT, live: true, timeoutMs: TIMEOUT_MS },
);
process.exitCode = code === 0 ? 0 : 1;
