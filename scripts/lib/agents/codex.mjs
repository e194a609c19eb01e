// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

const MODULES = join(ROOT, 'node_modules');

/**
 * The real Codex, a development dependency; each platform's program is a separate optional package.
 * @returns {string | undefined} undefined if the platform has none
 */
export function findCodex() {
  const native = join(MODULES, '@openai', `codex-${process.platform}-${process.arch}`);
  const name = process.platform === 'win32' ? 'codex.cmd' : 'codex';
  return existsSync(native) ? join(MODULES, '.bin', name) : undefined;
}
