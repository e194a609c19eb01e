// @ts-check
import { spawn } from 'node:child_process';
import { findOnPath } from '../findOnPath.mjs';
import { hasDisplay } from './hasDisplay.mjs';

/** @type {Readonly<Record<string, string>>} */
const OPENERS = { darwin: 'open', win32: 'explorer' };

/**
 * Shows an address in the person's browser, if there is one; the address is printed anyway, so
 * that nothing depends on it.
 * @param {string} address
 */
export function openBrowser(address) {
  const opener = OPENERS[process.platform] ?? 'xdg-open';
  const program = findOnPath([opener]);
  if (program === undefined || !hasDisplay() || process.env['CI'] !== undefined) {
    return;
  }
  const child = spawn(program, [address], { detached: true, stdio: 'ignore' });
  child.once('error', () => undefined);
  child.unref();
}
