import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HookSupport } from '../../../src/providers/model/hookSupport';
import { planHookLaunch } from '../../../src/providers/launch/hooks/planHookLaunch';

/**
 * Writes the plugin of a CLI's hooks into `folder`. Its command lines append each report, a line of
 * JSON with `name` and `payload`, to the file `log`.
 */
export async function writeHookPlugin(
  support: HookSupport,
  folder: string,
): Promise<{ readonly log: string; readonly plugin: string }> {
  const log = join(folder, 'log');
  const hook = join(folder, 'hook.mjs');
  const plugin = join(folder, 'plugin.mjs');
  const program = `import { appendFileSync, readFileSync } from 'node:fs';
const payload = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync(${JSON.stringify(log)}, JSON.stringify({ name: process.argv[2], payload }) + '\\n');`;
  await writeFile(hook, program);
  await writeFile(log, '');
  await planHookLaunch(support, {
    args: [],
    trailing: 0,
    platform: process.platform,
    env: {},
    commandLine: (event) => `"${process.execPath}" "${hook}" ${event}`,
    files: {
      read: () => Promise.reject(new Error('The plugin reads no files.')),
      write: async (_, text) => {
        await writeFile(plugin, text);
        return plugin;
      },
    },
  });
  return { log, plugin };
}
