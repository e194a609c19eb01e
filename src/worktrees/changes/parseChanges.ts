import type { ChangedFile, ChangeKind } from './changes';

/** Git's letters for changes (git-diff, "Raw output format"). */
const KINDS: Readonly<Record<string, ChangeKind>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  T: 'typeChanged',
  U: 'conflicted',
};

const MODES: Readonly<Record<string, ChangedFile['mode']>> = {
  '120000': 'link',
  '160000': 'submodule',
};

/** What {@link parseDiff} puts where bytes are not UTF-8. A name that has it as a character counts as invalid too. */
const REPLACEMENT = '\uFFFD';

/** The files in conflict, and those that are not in the index. */
export interface ListedFiles {
  readonly conflicted: ReadonlySet<string>;
  /** A name that ends with a slash is a repository of its own. */
  readonly untracked: readonly string[];
}

/** Parses `git ls-files -t --others --unmerged -z`: `? path`, and `M mode oid stage\tpath`. */
export function parseListedFiles(text: string): ListedFiles {
  const records = text.split('\0');
  const pathsOf = (tag: string): readonly string[] =>
    records.filter((record) => record.startsWith(`${tag} `)).map((record) => record.slice(2));
  const conflicted = pathsOf('M').map((record) => record.slice(record.indexOf('\t') + 1));
  return { conflicted: new Set(conflicted), untracked: pathsOf('?') };
}

type Next = () => string;

/**
 * Parses `git diff --raw --numstat -z`: a record of each file, `:modes oids letter` and one or two paths,
 * then the counts of lines, `added\tremoved\tpath`, in the same order. Some files have no counts.
 */
export function parseDiff(text: string): readonly ChangedFile[] {
  const fields = text.split('\0').values();
  const next: Next = () => fields.next().value ?? '';
  const files: ChangedFile[] = [];
  let counted = 0;
  for (let field = next(); field !== ''; field = next()) {
    if (field.startsWith(':')) {
      files.push(parseFile(field, next));
      continue;
    }
    const { path, ...counts } = parseCounts(field, next);
    while (counted < files.length && files[counted]?.path !== path) {
      counted += 1;
    }
    const file = files[counted];
    if (file !== undefined) {
      files[counted] = { ...file, ...counts };
      counted += 1;
    }
  }
  return files;
}

/** A file without counts. */
export function uncounted(path: string, kind: ChangeKind, mode: ChangedFile['mode']): ChangedFile {
  return {
    path,
    isNameInvalid: path.includes(REPLACEMENT),
    previousPath: undefined,
    kind,
    mode,
    added: undefined,
    removed: undefined,
    isBinary: false,
    stamp: undefined,
  };
}

function parseFile(record: string, next: Next): ChangedFile {
  const [before = '', after = '', , , letter = ''] = record.slice(1).split(' ');
  const kind = KINDS[letter[0] ?? ''] ?? 'modified';
  const mode = MODES[kind === 'deleted' ? before : after] ?? 'file';
  const path = next();
  if (kind === 'renamed') {
    return { ...uncounted(next(), kind, mode), previousPath: path };
  }
  return uncounted(path, kind === 'modified' && mode === 'submodule' ? 'submodule' : kind, mode);
}

function parseCounts(
  record: string,
  next: Next,
): Pick<ChangedFile, 'path' | 'added' | 'removed' | 'isBinary'> {
  const [added = '', removed = '', ...name] = record.split('\t');
  let path = name.join('\t');
  if (path === '') {
    // A renamed file: its former path, then its path.
    next();
    path = next();
  }
  const isBinary = added === '-';
  return isBinary
    ? { path, added: undefined, removed: undefined, isBinary }
    : { path, added: Number(added), removed: Number(removed), isBinary };
}
