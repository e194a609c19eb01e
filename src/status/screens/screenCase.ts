import type { ActivityState, Need } from '../activity';
import type { ReadableScreen } from './screenParts';

/** A recorded screen, and what is right to be read of it. */
export interface ScreenCase {
  /** A provider's id. */
  readonly provider: string;
  /** The kind of the activity, what is needed where input is, or `skip` where nothing is to be read. */
  readonly expect: Exclude<ActivityState['kind'], 'needsInput' | 'done'> | Need | 'skip';
  /** Free words about where it is from. */
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

/** A text to be kept as a file; {@link parseScreenCase} reads it again. */
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

/** @throws {Error} where the text is none that {@link formatScreenCase} gives. */
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

/** What a state is called in a case: what is right, if the status was; else the person corrects it. */
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
