// @ts-check
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MOCHA, TIMEOUTS_MS } from './lib/levels/levels.mjs';
import { NODE_24, ROOT } from './lib/paths.mjs';
import { runToExit } from './lib/runProgram.mjs';

/** Ends a run that hangs; all of it takes some minutes. */
const TIMEOUT_MS = 60 * 60_000;

/** The mark of an attack in the title of its test: its number, as `[S3]` or `T1:`. */
const ATTACK = '\\[[SAT]\\d+\\]|\\bT\\d+: ';

/** Tests in a browser need the program that installs it and VS Code. */
const UI = join('test', 'ui');

const only = ['--grep', ATTACK];
const [inUi, inExtensionHost, others] = [
  filesIn(UI),
  filesIn(join('test', 'integration')),
  ['unit', 'process'].flatMap((name) => filesIn(join('test', name))),
];

// Arguments are passed to mocha.
const programs = [
  [
    ...MOCHA,
    '--timeout',
    String(TIMEOUTS_MS.process),
    ...only,
    ...process.argv.slice(2),
    ...others,
  ],
  // The oldest VS Code, since its Node is the oldest.
  ...inExtensionHost.map((file) => [
    join(ROOT, 'scripts', 'test-integration.mjs'),
    ...['--release', 'floor', file],
  ]),
  ...(inUi.length > 0 ? [[join(ROOT, 'scripts', 'test-ui.mjs'), ...only, ...inUi]] : []),
];
for (const args of programs) {
  const { code } = await runToExit(NODE_24, args, { cwd: ROOT, live: true, timeoutMs: TIMEOUT_MS });
  process.exitCode = code === 0 ? process.exitCode : 1;
}

/**
 * The test files in a folder that contain an attack.
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter((file) => new RegExp(ATTACK).test(readFileSync(join(ROOT, file), 'utf8')))
    .sort();
}
