import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { realDirectory } from '../../base/directories';
import { readOwnFile } from '../../endpoint/readOwnFile';
import { isAlive } from '../../base/isAlive';
import { isInside } from '../../base/isInside';
import type { CliContext } from '../../providers/model/cliHome';
import type { IdeLinkSupport, KnownIdeLink } from '../../providers/model/ideLinkSupport';
import {
  companionFolder,
  matchCompanions,
  parseCompanion,
  type Companion,
  type CompanionFile,
} from './companion';
import { readListeningPorts } from './listeningPorts';

/** The most names of files that are read from a folder, to which other users may add some. */
const MOST_NAMES = 1000;

/** Links agents to the companions of their CLIs in this window: see {@link IdeLinkSupport}. */
export class IdeLink {
  /** @param home the person's home directory. */
  constructor(private readonly home: string) {}

  /**
   * The variables that link an agent to its companion. Empty if no companion in this window serves the
   * agent's directory.
   *
   * The port distinguishes windows on the same folder: a companion listens in the extension host of its
   * window, which is this process. The process ids in the files do not: they name the parent, which the
   * windows of one VS Code share.
   */
  async variables(
    link: IdeLinkSupport,
    context: CliContext,
  ): Promise<Readonly<Record<string, string>>> {
    if (link.kind === 'none') {
      return {};
    }
    const files = await Promise.all(
      link.directories.map((one) => findFiles(link, companionFolder(one, context, this.home))),
    );
    for (const file of ownFiles(files.flat())) {
      const companion = parseCompanion(link, file, await readOwnFile(file.path));
      if (companion && (await serves(companion, context.cwd))) {
        return { [link.variable]: String(companion.port) };
      }
    }
    return {};
  }
}

async function findFiles(
  link: KnownIdeLink,
  folder: string,
): Promise<readonly (CompanionFile & { readonly path: string })[]> {
  const files = matchCompanions(link, await listNames(folder));
  return files.map((file) => ({ ...file, path: join(folder, file.name) }));
}

/** Those of companions in this process. */
function ownFiles<File extends CompanionFile>(files: readonly File[]): readonly File[] {
  const ports = files.length === 0 ? new Set() : readListeningPorts();
  return files.filter(({ port }) => ports.has(port));
}

/** Whether the companion lives and its window has the directory open. */
async function serves({ pid, folders }: Companion, cwd: string): Promise<boolean> {
  if (!isAlive(pid)) {
    return false;
  }
  const real = await realDirectory(cwd);
  const opened = await Promise.all(folders.map(realDirectory));
  return opened.some((folder) => isInside(real, folder));
}

/** Empty if there is no such folder. */
async function listNames(directory: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(directory)) {
      names.push(name);
      if (names.length === MOST_NAMES) {
        break;
      }
    }
  } catch {
    // No companion has run on this machine, or the folder belongs to another user.
  }
  return names.sort();
}
