import { join } from 'node:path';
import gte from 'semver/functions/gte';

/**
 * The oldest `node-pty` that keeps its children from inheriting other sessions' PTYs,
 * and whose native `fork` and `resize` are as `NodePtyUnixProcess` calls them.
 */
export const FULL_PROMISE_VERSION = '1.2.0-beta.15';

export interface NodePtyPlaces {
  /** `vscode.env.appRoot`; empty where there is none. */
  readonly appRoot: string;
  readonly extensionPath: string;
  /** Whether the extension host runs in Electron, which can read archives. */
  readonly electron: boolean;
}

/** A copy of `node-pty` that was found, by the version in its package.json. */
export interface FoundNodePty {
  readonly directory: string;
  readonly version: string;
}

/**
 * How a copy is used. `native`: our own PTY process over its native functions, with
 * every promise of `PtyProcess`. `public`: over its public API, which loses some.
 */
export interface NodePtyCandidate extends FoundNodePty {
  readonly kind: 'native' | 'public';
}

/**
 * Where a `node-pty` may lie: VS Code's own, then ours (in the package, in a checkout).
 * Never `node_modules.asar.unpacked`, which has the natives alone.
 */
export function listNodePtyDirectories(places: NodePtyPlaces): readonly string[] {
  const modules = places.electron ? ['node_modules.asar', 'node_modules'] : ['node_modules'];
  return [
    ...(places.appRoot ? modules.map((name) => join(places.appRoot, name, 'node-pty')) : []),
    join(places.extensionPath, 'vendor', 'node-pty'),
    join(places.extensionPath, 'node_modules', 'node-pty'),
  ];
}

/**
 * What to try, best first: copies with full promises, then the same by their public API
 * (a later version may have changed its native functions), then older ones.
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

/** Whether a copy of this version can keep all that `PtyProcess` promises. */
export function hasFullPromises(version: string): boolean {
  return gte(version, FULL_PROMISE_VERSION);
}
