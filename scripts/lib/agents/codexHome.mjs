// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Prepares a home in which Codex asks no first-run question, and returns the environment that makes
 * it use that home and the model at `baseUrl`. The person's own `~/.codex` is neither read nor
 * written.
 *
 * With an unknown model it uses plain tools; the name of a known one opens a dialog. Plugins and
 * apps would be downloaded from the network, by a git process that may outlive it.
 * @param {string} directory
 * @param {{baseUrl: string, trustedFolders: readonly string[]}} options
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function prepareCodexHome(directory, { baseUrl, trustedFolders }) {
  await mkdir(directory, { recursive: true });
  const trusted = trustedFolders.map(
    (folder) => `[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"`,
  );
  const config = `model = "stand-in"
model_provider = "stand-in"
check_for_update_on_startup = false

[model_providers.stand-in]
name = "Stand-in"
base_url = "${baseUrl}/v1"
wire_api = "responses"

[analytics]
enabled = false

[features]
plugins = false
apps = false

${trusted.join('\n\n')}
`;
  await writeFile(join(directory, 'config.toml'), config);
  return { CODEX_HOME: directory };
}
