import { join } from 'node:path';
import gte from 'semver/functions/gte';

/**
 * The oldest `node-pty` whose programs do not inherit the PTYs of other sessions, and whose native
 * `fork` and `resize` have the signatures that `NodePtyUnixProcess` uses.
 */
export const FULL_PROMISE_VERSION = '1.2.0-beta.15';

export interface NodePtyRoots {
  /** `vscode.env.appRoot`; empty: none. */
  readonly appRoot: string;
  readonly extensionPath: string;
  /** Whether the extension host runs in Electron, which can read archives. */
  readonly electron: boolean;
}

/** A copy of `node-pty` with the version in its package.json. */
export interface FoundNodePty {
  readonly directory: string;
  readonly version: string;
}

/**
 * How a copy is used. `native`: `NodePtyUnixProcess` over its native functions, which keeps every
 * promise of `PtyProcess`. `public`: its public API, which keeps fewer.
 */
export interface NodePtyCandidate extends FoundNodePty {
  readonly kind: 'native' | 'public';
}

/**
 * The directories that may contain `node-pty`: VS Code's own, then the extension's (packaged or in
 * a checkout). Not `node_modules.asar.unpacked`, which contains native files only.
 */
export function listNodePtyDirectories(roots: NodePtyRoots): readonly string[] {
  const modules = roots.electron ? ['node_modules.asar', 'node_modules'] : ['node_modules'];
  return [
    ...(roots.appRoot ? modules.map((name) => join(roots.appRoot, name, 'node-pty')) : []),
    join(roots.extensionPath, 'vendor', 'node-pty'),
    join(roots.extensionPath, 'node_modules', 'node-pty'),
  ];
}

/**
 * The copies to try, best first: those with all promises, then the same through their public API (a
 * later version may have changed its native functions), then older ones.
 */
export function rankNodePtyCandidates(
  found: readonly FoundNodePty[],
  platform: NodeJS.Platform,
): readonly NodePtyCandidate[] {
  const recent = found.filter(({ version }) => hasFullPromises(version));
  const older = found.filter(({ version }) => !hasFullPromises(version));
  return [
    ...(platform === 'win32' ? [] : recent.map((copy) => ({ ...copy, kind: 'native' }) as const)),
    ...[...recent, ...older].map((copy) => ({ ...copy, kind: 'public' }) as const),
  ];
}

/** Whether a copy of this version can keep all promises of `PtyProcess`. */
export function hasFullPromises(version: string): boolean {
  return gte(version, FULL_PROMISE_VERSION);
}
