import type { ScreenFiles } from './recordedFiles';

/** A difference between the stored screens and a recording. */
export interface ScreenDifference {
  readonly path: string;
  readonly kind: 'new' | 'missing' | 'changed';
  /** The rows that differ, each with its number and its text before and after. */
  readonly rows: readonly string[];
}

/** How many differing rows of a screen are printed. */
const MOST_ROWS = 12;

/** The differences by path. The note of a screen, with its version, is no difference. */
export function compareFiles(stored: ScreenFiles, recorded: ScreenFiles): ScreenDifference[] {
  const paths = [...new Set([...stored.keys(), ...recorded.keys()])].sort();
  return paths.flatMap((path): ScreenDifference[] => {
    const before = stored.get(path);
    const after = recorded.get(path);
    if (before === undefined || after === undefined) {
      return [{ path, kind: before === undefined ? 'new' : 'missing', rows: [] }];
    }
    const rows = compareRows(before.split('\n'), after.split('\n'));
    return rows.length === 0 ? [] : [{ path, kind: 'changed', rows }];
  });
}

/** Differences as lines of text, empty if there are none. */
export function formatDifferences(differences: readonly ScreenDifference[]): readonly string[] {
  return differences.flatMap(({ path, kind, rows }) => [
    `${path}: ${kind}`,
    ...rows.slice(0, MOST_ROWS).map((row) => `    ${row}`),
    ...(rows.length > MOST_ROWS ? [`    and ${rows.length - MOST_ROWS} more rows`] : []),
  ]);
}

function compareRows(before: readonly string[], after: readonly string[]): readonly string[] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, at) => [before[at] ?? '', after[at] ?? ''] as const).flatMap(
    ([old, now], at) =>
      old === now || isNote(old, now) ? [] : [`${at + 1} - ${old}`, `${at + 1} + ${now}`],
  );
}

function isNote(old: string, now: string): boolean {
  return old.startsWith('note: ') && now.startsWith('note: ');
}
