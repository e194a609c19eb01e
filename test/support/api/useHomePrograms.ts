import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from '../buildOnce';
import { homeProgramsIn } from '../../../scripts/lib/bundles/clientBundles.mjs';
import { HOOK_HELPER } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import type { useApi } from './useApi';

/**
 * An extension whose programs for the person's home are built once for a suite: the command line, the
 * client, and the program that hooks run.
 */
export function useHomePrograms(api: ReturnType<typeof useApi>): void {
  let extensionPath = '';

  before(async () => {
    extensionPath = mkdtempSync(join(tmpdir(), 'agent-terminals-extension-'));
    symlinkSync(join(ROOT, 'node_modules'), join(extensionPath, 'node_modules'));
    const dist = join(extensionPath, 'dist');
    await buildOnce({ ...HOOK_HELPER, outfile: join(dist, 'hookHelper.cjs') });
    for (const options of homeProgramsIn(dist)) {
      await buildOnce(options);
    }
    api.fixture.extensionPath = extensionPath;
  });

  after(() => rmSync(extensionPath, { recursive: true }));
}
