import { join } from 'node:path';
import valid from 'semver/functions/valid';
import { toMessage } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { isRecord } from '../../base/isRecord';
import {
  listNodePtyDirectories,
  rankNodePtyCandidates,
  type FoundNodePty,
  type NodePtyCandidate,
  type NodePtyRoots,
} from './nodePtyCandidates';
import { parseNativePty, parsePublicPty, type NodePtyModule } from './nodePtyModule';
import { makeExecutable, resolveSpawnHelper } from './nodePtySpawnHelper';

/** The result for one candidate. */
export type NodePtyAttempt =
  { readonly module: NodePtyModule } | { readonly directory: string; readonly reason: string };

interface NodePtyLoaderDeps {
  /**
   * From `createRequire`: the bundler must not resolve these modules, whose native files lie beside
   * them.
   */
  readonly require: (path: string) => unknown;
  readonly roots: NodePtyRoots;
  readonly platform: NodeJS.Platform;
  readonly logger: Logger;
}

/** Finds and loads copies of `node-pty`, on request only. */
export class NodePtyLoader {
  constructor(private readonly deps: NodePtyLoaderDeps) {}

  /**
   * Yields every copy, best first. Each is loaded when the loop reaches it; the caller still has to
   * try it, since a copy that loads may be unable to start a program.
   */
  *load(): Generator<NodePtyAttempt, void> {
    const found: FoundNodePty[] = [];
    for (const directory of listNodePtyDirectories(this.deps.roots)) {
      try {
        found.push({ directory, version: this.readVersion(directory) });
      } catch (error) {
        yield { directory, reason: firstLine(error) };
      }
    }
    for (const candidate of rankNodePtyCandidates(found, this.deps.platform)) {
      yield this.attempt(candidate);
    }
  }

  private readVersion(directory: string): string {
    const manifest = this.deps.require(join(directory, 'package.json'));
    const version = isRecord(manifest) ? valid(String(manifest['version'])) : null;
    if (!version) {
      throw new Error('its package.json names no version');
    }
    return version;
  }

  private attempt(candidate: NodePtyCandidate): NodePtyAttempt {
    const { directory, version, kind } = candidate;
    try {
      const loaded = this.deps.require(directory);
      return {
        module:
          kind === 'native'
            ? { kind, directory, version, ...this.prepareNative(directory, loaded) }
            : { kind, directory, version, api: parsePublicPty(loaded) },
      };
    } catch (error) {
      return { directory, reason: firstLine(error) };
    }
  }

  private prepareNative(directory: string, loaded: unknown) {
    const native = parseNativePty(loaded);
    const helperPath = resolveSpawnHelper(directory, this.deps.require);
    if (this.deps.platform === 'darwin') {
      makeExecutable(helperPath, this.deps.logger);
    }
    return { native, helperPath };
  }
}

/** Node's "Cannot find module" message continues with the require stack. */
function firstLine(error: unknown): string {
  return toMessage(error).split('\n')[0] ?? '';
}
