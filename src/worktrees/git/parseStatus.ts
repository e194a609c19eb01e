/** The content of `git status --porcelain=v2 --branch -z`. */
export interface GitStatus {
  /** The commit that is checked out; undefined before the first commit. */
  readonly head: string | undefined;
  /** Undefined if the head is detached. */
  readonly branch: string | undefined;
  readonly upstream: string | undefined;
  /** Tracked files that differ from the head, staged or not. */
  readonly changed: readonly string[];
  readonly untracked: readonly string[];
}

/** The number of fields before the path, by the record's first character. */
const FIELDS_BEFORE_PATH = { '1': 8, '2': 9, u: 10, '?': 1 } as const;

export function parseStatus(text: string): GitStatus {
  const headers = new Map<string, string>();
  const changed: string[] = [];
  const untracked: string[] = [];
  const records = text.split('\0');
  for (let index = 0; index < records.length; index += 1) {
    const record = records[index] ?? '';
    const kind = record[0];
    if (kind === '#') {
      const [, name = '', ...value] = record.split(' ');
      headers.set(name, value.join(' '));
    } else if (kind === '?') {
      untracked.push(pathOf(record, kind));
    } else if (kind === '1' || kind === '2' || kind === 'u') {
      changed.push(pathOf(record, kind));
      // The record of a renamed file is followed by its former name.
      index += kind === '2' ? 1 : 0;
    }
  }
  return {
    head: unless(headers.get('branch.oid'), '(initial)'),
    branch: unless(headers.get('branch.head'), '(detached)'),
    upstream: headers.get('branch.upstream'),
    changed,
    untracked,
  };
}

function pathOf(record: string, kind: keyof typeof FIELDS_BEFORE_PATH): string {
  return record.split(' ').slice(FIELDS_BEFORE_PATH[kind]).join(' ');
}

function unless(value: string | undefined, nothing: string): string | undefined {
  return value === nothing ? undefined : value;
}
