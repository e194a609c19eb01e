import { delimiter, isAbsolute, join } from 'node:path';
import { valueAt } from '../../conversations/transcripts/recordField';
import { tryParseJson } from '../../base/parseJson';
import { cliHomeOf, type CliContext } from '../../providers/model/cliHome';
import type { CompanionDirectory, KnownIdeLink } from '../../providers/model/ideLinkSupport';

/** A file of a companion, by its name. */
export interface CompanionFile {
  readonly name: string;
  readonly port: number;
  readonly pid: number | undefined;
}

/** A companion as its file describes it, without its token. */
export interface Companion {
  readonly port: number;
  /** A process that lives as long as its window. */
  readonly pid: number;
  /** The workspace folders of its window. */
  readonly folders: readonly string[];
}

/** A folder in which the CLI itself searches for the files of companions. */
export function companionFolder(
  directory: CompanionDirectory,
  context: CliContext,
  home: string,
): string {
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

export function matchCompanions(
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

/** Undefined if the text is not that of a companion with these facts. */
export function parseCompanion(
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
