// @ts-check
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { packageExtension } from './lib/bundles/packageExtension.mjs';
import { ROOT } from './lib/paths.mjs';
import { printLine } from './lib/printLine.mjs';
import { buildExtension } from './lib/bundles/stageExtension.mjs';
import { TARGETS, UNIVERSAL } from './lib/bundles/targets.mjs';

const ALL = [UNIVERSAL, ...TARGETS];
const USAGE = `usage: npm run package [-- --target ${ALL.join('|')}]`;

await buildExtension();
for (const target of requestedTargets()) {
  printLine(relative(ROOT, await packageExtension(target)));
}

/** All targets, or the requested one. */
function requestedTargets() {
  const { values } = parseArgs({ options: { target: { type: 'string' } } });
  if (values.target === undefined) {
    return ALL;
  }
  const target = ALL.find((name) => name === values.target);
  if (target === undefined) {
    printLine(`There is no target "${values.target}".\n${USAGE}`);
    process.exit(2);
  }
  return [target];
}
