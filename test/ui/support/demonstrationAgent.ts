import { join } from 'node:path';
import { setUpDemonstration } from '../../../scripts/lib/demonstration/demonstration.mjs';
import { Owned } from '../../../scripts/lib/owned.mjs';
import { makeSampleWorkspace } from '../../../scripts/lib/vscode/sampleWorkspace.mjs';
import type { UiAgent } from './uiAgent';
import type { UiSandbox } from './uiSandbox';

/**
 * The real Claude Code with the model of the demonstration: it changes `greet.js` of the sample, which the first
 * folder is, and answers review comments there, both after a permission.
 */
export async function startDemonstrationAgent({ folders, home }: UiSandbox): Promise<UiAgent> {
  const owned = new Owned();
  const folder = await makeSampleWorkspace(folders[0]);
  const directory = join(home, 'profile');
  const { env, settings } = await setUpDemonstration(owned, { directory, folder });
  const given = Object.entries(env).filter(([, value]) => value !== undefined);
  return {
    env: Object.fromEntries(given) as Record<string, string>,
    settings: { ...settings, 'comments.openView': 'never' },
    end: () => owned.end(),
  };
}
