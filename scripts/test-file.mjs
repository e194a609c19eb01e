// @ts-check
import { resolve } from 'node:path';
import { runTestFile } from './lib/levels/runTestFile.mjs';

const [file, ...more] = process.argv.slice(2);
process.exitCode = await runTestFile(file === undefined ? undefined : resolve(file), more);
