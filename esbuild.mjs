// @ts-check
import { buildWhole, watchWhole } from './scripts/lib/bundles/buildWhole.mjs';
import { writeBuiltPackages } from './scripts/lib/bundles/builtPackages.mjs';
import { CLIENT_MODULES, COMMAND_LINE, packClient } from './scripts/lib/bundles/clientBundles.mjs';
import { extensionBundles } from './scripts/lib/bundles/extensionBundle.mjs';
import { HEADLESS } from './scripts/lib/bundles/headlessBundle.mjs';
import { HOOK_HELPER } from './scripts/lib/bundles/hookHelperBundle.mjs';
import { MCP_LIBRARY } from './scripts/lib/bundles/mcpLibraryBundle.mjs';
import { SESSION_HOST } from './scripts/lib/bundles/hostBundle.mjs';
import { SCREEN_WORKER } from './scripts/lib/bundles/screenWorkerBundle.mjs';
import { XTERM } from './scripts/lib/bundles/xtermBundle.mjs';

const watch = process.argv.includes('--watch');
const production = process.argv.includes('--production');

/** @type {Map<import('esbuild').BuildOptions, import('esbuild').Metafile>} */
const built = new Map();
for (const options of [
  ...extensionBundles(production),
  XTERM,
  MCP_LIBRARY,
  SESSION_HOST,
  SCREEN_WORKER,
  HEADLESS,
  HOOK_HELPER,
  COMMAND_LINE,
  ...CLIENT_MODULES,
]) {
  if (watch) {
    await watchWhole(options);
  } else {
    built.set(options, await buildWhole(options));
  }
}
if (!watch) {
  const client = CLIENT_MODULES.flatMap((options) => built.get(options) ?? []);
  await writeBuiltPackages([...built.values()], client);
}

// Types take as long as all the rest, and only who is outside of this project reads them.
if (production) {
  await packClient();
}
