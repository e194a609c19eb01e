import { opendir } from 'node:fs/promises';
import { join, delimiter, isAbsolute } from 'node:path';
import * as z from 'zod';
import { realDirectory } from '../../base/directories';
import { readOwnFile } from '../../endpoint/readOwnFile';
import { isAlive } from '../../base/isAlive';
import { isInside } from '../../base/isInside';
import { type CliContext, cliHomeOf } from '../../providers/model/cliHome';
import type {
  IdeLinkSupport,
  KnownIdeLink,
  CompanionDirectory,
} from '../../providers/model/ideLinkSupport';
import { valueAt } from '../../conversations/transcripts/recordField';
import { tryParseJson } from '../../base/parseJson';

/** The most names of files that are read from a folder, to which other users may add some. */
const MOST_NAMES = 1000;

/** Links agents to the companions of their CLIs in this window: see {@link IdeLinkSupport}. */
export class IdeLink {
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

function ownFiles<File extends CompanionFile>(files: readonly File[]): readonly File[] {
  const ports = files.length === 0 ? new Set() : readListeningPorts();
  return files.filter(({ port }) => ports.has(port));
}

async function serves({ pid, folders }: Companion, cwd: string): Promise<boolean> {
  if (!isAlive(pid)) {
    return false;
  }
  const real = await realDirectory(cwd);
  const opened = await Promise.all(folders.map(realDirectory));
  return opened.some((folder) => isInside(real, folder));
}

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

/**
 * Node's report of this process. Its types do not have `excludeNetwork` yet, without which each address
 * is looked up in DNS.
 */
type ProcessReport = NodeJS.ProcessReport & { excludeNetwork: boolean };

const REPORT = z.object({
  libuv: z.array(z.object({ type: z.string() }).loose()),
});

/** A socket that listens has no remote end. */
const LISTENER = z.object({
  type: z.literal('tcp'),
  localEndpoint: z.object({ port: z.number() }),
  remoteEndpoint: z.null().optional(),
});

/**
 * The TCP ports at which this process listens, whichever extension has opened them. No system call
 * lists them on all platforms, and a list by a program of the system takes longer than a start.
 */
function readListeningPorts(): ReadonlySet<number> {
  const parsed = REPORT.safeParse(readReport());
  const handles = parsed.success ? parsed.data.libuv : [];
  return new Set(
    handles.flatMap((handle) => {
      const listener = LISTENER.safeParse(handle);
      return listener.success ? [listener.data.localEndpoint.port] : [];
    }),
  );
}

function readReport(): unknown {
  const report = process.report as ProcessReport;
  const { excludeNetwork } = report;
  report.excludeNetwork = true;
  try {
    return report.getReport();
  } catch {
    // A runtime can be built without reports. Then no port is known, and agents get no link.
    return undefined;
  } finally {
    report.excludeNetwork = excludeNetwork;
  }
}

interface CompanionFile {
  readonly name: string;
  readonly port: number;
  readonly pid: number | undefined;
}

interface Companion {
  readonly port: number;
  /** A process that lives as long as its window. */
  readonly pid: number;
  readonly folders: readonly string[];
}

function companionFolder(directory: CompanionDirectory, context: CliContext, home: string): string {
  return directory.kind === 'cliHome'
    ? join(cliHomeOf(directory.home, context, home), directory.below)
    : join(temporaryDirectory(context.env), directory.below);
}

/** As Node's `os.tmpdir` finds it, in the environment of an agent. */
function temporaryDirectory(env: CliContext['env']): string {
  return process.platform === 'win32'
    ? env['TEMP'] || env['TMP'] || join(env['SystemRoot'] || 'C:\\Windows', 'temp')
    : env['TMPDIR'] || '/tmp';
}

function matchCompanions(
  { file }: Pick<KnownIdeLink, 'file'>,
  names: readonly string[],
): readonly CompanionFile[] {
  return names.flatMap((name) => {
    const { port, pid } = file.exec(name)?.groups ?? {};
    return port === undefined
      ? []
      : [{ name, port: Number(port), pid: pid === undefined ? undefined : Number(pid) }];
  });
}

function parseCompanion(
  link: Pick<KnownIdeLink, 'folders' | 'pid'>,
  { port, pid: named }: Pick<CompanionFile, 'pid' | 'port'>,
  text: string,
): Companion | undefined {
  const record = tryParseJson(text);
  const folders = readFolders(link.folders.form, valueAt(record, link.folders.at));
  const pid = link.pid === undefined ? named : valueAt(record, link.pid);
  const isProcess = typeof pid === 'number' && Number.isInteger(pid) && pid > 0;
  return isProcess ? { port, pid, folders } : undefined;
}

function readFolders(form: KnownIdeLink['folders']['form'], value: unknown): readonly string[] {
  const paths =
    form === 'joined' && typeof value === 'string'
      ? (tryParseJson(value) ?? value.split(delimiter))
      : value;
  const isPath = (one: unknown): one is string => typeof one === 'string' && isAbsolute(one);
  return Array.isArray(paths) ? paths.filter(isPath) : [];
}
