// @ts-check
import { BENCH, benchProgram } from './lib/bundles/benchBundle.mjs';
import { buildWhole } from './lib/bundles/buildWhole.mjs';
import { NODE_24, ROOT } from './lib/paths.mjs';
import { runToExit } from './lib/runProgram.mjs';

/** A comparison of versions takes hours. */
const TIMEOUT_MS = 24 * 60 * 60_000;

// Builds the benchmark and runs it with the arguments of this script.
await buildWhole(BENCH);
const args = [benchProgram('bench'), ...process.argv.slice(2)];
const { code } = await runToExit(NODE_24, args, { cwd: ROOT, live: true, timeoutMs: TIMEOUT_MS });
process.exitCode = code === 0 ? 0 : 1;
