// @ts-check
import { join } from 'node:path';
import { resolveChromium } from './lib/vscode/chromium.mjs';
import { installClaudeCode } from './lib/agents/claudeCode.mjs';
import { RELEASES, installCodeServer } from './lib/vscode/codeServer.mjs';
import { packageExtension } from './lib/bundles/packageExtension.mjs';
import { NODE_24, ROOT } from './lib/paths.mjs';
import { runToExit } from './lib/runProgram.mjs';
import { buildExtension } from './lib/bundles/stageExtension.mjs';
import { hostTarget } from './lib/bundles/targets.mjs';

const TEST_TIMEOUT_MS = '90000';
const ALL = 'test/ui/**/*.test.ts';

// Everything slow, and everything that prints, before the first test; arguments are mocha's.
await installCodeServer(RELEASES.newest);
await installClaudeCode();
await resolveChromium();
await buildExtension();
process.env['AGENT_TERMINALS_VSIX'] = await packageExtension(hostTarget());

const given = process.argv.slice(2);
const files = given.some((argument) => argument.endsWith('.ts')) ? [] : [ALL];
const { code } = await runToExit(
  NODE_24,
  [
    ...[join(ROOT, 'node_modules', 'mocha', 'bin', 'mocha.js'), '--import=tsx'],
    ...['--reporter', join(ROOT, 'scripts', 'lib', 'levels', 'totalsReporter.cjs')],
    ...['--timeout', TEST_TIMEOUT_MS, ...given, ...files],
  ],
  { cwd: ROOT, live: true, timeoutMs: 20 * 60_000 },
);
process.exitCode = code === 0 ? 0 : 1;
