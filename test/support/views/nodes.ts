import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

export interface NodeProgram {
  readonly path: string;
  readonly version: string;
}

/** The Node that runs the tests, then one of each other version on the PATH. */
export function findNodes(): readonly NodeProgram[] {
  const outer = process.env['npm_node_execpath'];
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const byVersion = new Map([[process.versions.node, process.execPath]]);
  for (const path of [...(outer ? [outer] : []), ...onPath]) {
    const version = readVersion(path);
    if (version && !byVersion.has(version)) {
      byVersion.set(version, path);
    }
  }
  return [...byVersion].map(([version, path]) => ({ version, path }));
}

function readVersion(path: string): string | undefined {
  try {
    return execFileSync(path, ['-p', 'process.versions.node'], { stdio: 'pipe' }).toString().trim();
  } catch {
    // This directory contains no Node.
    return undefined;
  }
}
