// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'stand-in';

/** Both are the same; it uses the first. */
const MODELS = [{ id: NAME }, { id: 'stand-in-2' }];

/**
 * Prepares a home in which Pi has two models, of the Messages API at `baseUrl`, and returns the
 * environment that makes it use that home. The person's own `~/.pi` is neither read nor written.
 * @param {string} directory
 * @param {{baseUrl: string}} options
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function preparePiHome(directory, { baseUrl }) {
  await mkdir(directory, { recursive: true });
  const provider = { baseUrl, api: 'anthropic-messages', apiKey: NAME, models: MODELS };
  const settings = { defaultProvider: NAME, defaultModel: NAME, quietStartup: true };
  await writeFile(
    join(directory, 'models.json'),
    JSON.stringify({ providers: { [NAME]: provider } }),
  );
  await writeFile(join(directory, 'settings.json'), JSON.stringify(settings));
  // Otherwise it would download programs and check for a newer version of itself.
  return { PI_CODING_AGENT_DIR: directory, PI_OFFLINE: '1' };
}
