// @ts-check
import { spawn } from 'node:child_process';
import { findOnPath } from '../findOnPath.mjs';
import { hasDisplay } from './hasDisplay.mjs';

/** @type {Readonly<Record<string, string>>} */
const OPENERS = { darwin: 'open', win32: 'explorer' };

/**
 * Opens an address in the person's browser, if there is one; failures are ignored, since the
 * address is also printed.
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
