/** The hosts and includes in one file of OpenSSH's client configuration. */
interface SshConfigFile {
  /** The hosts without patterns, in the file's order. */
  readonly hosts: readonly string[];
  /** The included files as written: with `*` and `?`, and `~` for the home directory. */
  readonly includes: readonly string[];
}

/** A keyword, an optional `=`, and its arguments (ssh_config(5)). */
const LINE = /^\s*(\w+)(?:\s*=\s*|\s+)(.*)$/;
const WORD = /"([^"]*)"|(\S+)/g;
const PATTERN = /[*?!]/;

/** Parses the relevant lines. Other lines and invalid ones are ignored. */
export function parseSshConfig(text: string): SshConfigFile {
  const lines = text.split(/\r?\n/).map(parseLine);
  const argsOf = (keyword: string): readonly string[] =>
    lines.flatMap((line) => (line?.keyword === keyword ? line.args : []));
  const hosts = argsOf('host').filter((host) => host !== '' && !PATTERN.test(host));
  return { hosts: [...new Set(hosts)], includes: argsOf('include') };
}

function parseLine(
  line: string,
): { readonly keyword: string; readonly args: readonly string[] } | undefined {
  const [, keyword, rest] = LINE.exec(line) ?? [];
  if (keyword === undefined || rest === undefined) {
    return undefined;
  }
  const words = [...rest.matchAll(WORD)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const comment = words.findIndex((word) => word.startsWith('#'));
  return { keyword: keyword.toLowerCase(), args: comment < 0 ? words : words.slice(0, comment) };
}
