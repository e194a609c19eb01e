import type { ActivityState, Need } from '../activity';
import type { ReadableScreen } from './screenParts';

export interface ScreenCase {
  readonly provider: string;
  /**
   * The kind of the activity; for a question, the kind of the need; `skip` if nothing should be
   * read.
   */
  readonly expect: Exclude<ActivityState['kind'], 'needsInput' | 'done'> | Need | 'skip';
  readonly note: string;
  readonly screen: ReadableScreen & { readonly title: string };
}

const KINDS = [
  'working',
  'idle',
  'limited',
  'failed',
  'unknown',
  'permission',
  'question',
  'trust',
  'skip',
] as const satisfies readonly ScreenCase['expect'][];

const HEAD_END = '---';

/** The case as a text file, which {@link parseScreenCase} parses. */
export function formatScreenCase({ provider, expect, note, screen }: ScreenCase): string {
  const { rows, cursor, title } = screen;
  const last = rows.findLastIndex((row) => row !== '');
  return [
    `provider: ${provider}`,
    `expect: ${expect}`,
    `note: ${oneLine(note)}`,
    `title: ${oneLine(title)}`,
    `cursor: ${cursor.column},${cursor.row}`,
    `rows: ${rows.length}`,
    HEAD_END,
    ...rows.slice(0, last + 1),
    '',
  ].join('\n');
}

/** @throws {Error} if the text does not have the format of {@link formatScreenCase}. */
export function parseScreenCase(text: string): ScreenCase {
  const lines = text.split('\n');
  const end = lines.indexOf(HEAD_END);
  const head = new Map(lines.slice(0, Math.max(end, 0)).map(parseHeadLine));
  const read = (name: string): string => {
    const value = head.get(name);
    if (value === undefined) {
      throw new Error(`The head of the screen has no "${name}" above its line ${HEAD_END}.`);
    }
    return value;
  };
  const expect = KINDS.find((kind) => kind === read('expect'));
  if (expect === undefined) {
    throw new Error(
      `A screen is expected to be one of ${KINDS.join(', ')}, not ${read('expect')}.`,
    );
  }
  const [column = 0, row = 0] = read('cursor').split(',').map(Number);
  const shown = lines.slice(end + 1);
  const rows = Array.from({ length: Number(read('rows')) }, (_, at) => shown[at] ?? '');
  const screen = { rows, cursor: { row, column }, title: read('title') };
  return { provider: read('provider'), expect, note: read('note'), screen };
}

/** The expectation for a state. The person corrects it if the status was wrong. */
export function toExpectation(state: ActivityState): ScreenCase['expect'] {
  switch (state.kind) {
    case 'needsInput':
      return state.need;
    case 'done':
      return 'idle';
    case 'working':
    case 'idle':
    case 'limited':
    case 'failed':
    case 'unknown':
      return state.kind;
  }
}

function parseHeadLine(line: string): readonly [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trim()];
}

function oneLine(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').trim();
}
