import { setImmediate as nextTurn } from 'node:timers/promises';
import type { activate as activateExtension } from './extension';

/** Set once the extension is activated. */
let deactivateExtension: (() => Promise<void>) | undefined;

/**
 * The program in parts of similar size, each before those that use it. The build puts each into a file of its
 * own, and what two of them use into further ones (`scripts/lib/bundles/extensionBundle.mjs`).
 */
const PARTS = [
  () => import('./status/createStatus'),
  () => import('./host/client/createSessions'),
  () => import('./api/createApi'),
  () => import('./main/core'),
  () => import('./main/window'),
];

/**
 * Loads the program and starts it. All extensions of a window share one thread. The others run between two
 * parts. Commands of this one wait until the promise resolves.
 */
export async function activate(
  ...args: Parameters<typeof activateExtension>
): Promise<ReturnType<typeof activateExtension>> {
  for (const load of PARTS) {
    await nextTurn();
    await load();
  }
  await nextTurn();
  const extension = await import('./extension');
  deactivateExtension = () => extension.deactivate();
  return extension.activate(...args);
}

/** Begins the end of all sessions in this call: VS Code disposes the extension's parts directly after it. */
export function deactivate(): Promise<void> | undefined {
  return deactivateExtension?.();
}
