import type { VisibleScreen } from '../../../src/pty/sessionService';

/** A pattern with the flag `g`, and the text in its place. */
export type Replacement = readonly [pattern: RegExp, by: string];

/** What a recorded screen may reveal of the machine. */
export interface MachineFacts {
  /** `/tmp/rec1`; it is as long as its replacement, so that rows keep their layout. */
  readonly home: string;
  readonly hostname: string;
  /** The address of the model, `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
}

/** The home folder in recorded screens. */
const HOME = '/home/dev';

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** The part of a screen that is recorded. */
export type RecordedScreen = Pick<VisibleScreen, 'rows' | 'cursor' | 'title'>;

/** The screen with stable words for what differs by machine, and by recording. */
export function normaliseScreen(
  { rows, cursor, title }: RecordedScreen,
  machine: MachineFacts,
  changing: readonly Replacement[],
): RecordedScreen {
  const all = [...machineReplacements(machine), ...changing];
  const replace = (text: string): string =>
    all.reduce((part, [pattern, by]) => part.replace(pattern, by), text).trimEnd();
  return { rows: rows.map(replace), cursor, title: replace(title) };
}

function machineReplacements({ home, hostname, baseUrl }: MachineFacts): readonly Replacement[] {
  const address = baseUrl.replace('http://', '');
  const exact = [
    [home, HOME],
    [home.replaceAll('/', '-'), HOME.replaceAll('/', '-')],
    [address, '127.0.0.1:54321'],
  ];
  return [
    ...exact
      .filter(([text]) => text !== '')
      .map(([text, by]): Replacement => [literal(text ?? ''), by ?? '']),
    [new RegExp(`\\b${escape(hostname)}\\b`, 'g'), 'machine'],
    [UUID, '01234567-89ab-4cde-8f01-23456789abcd'],
  ];
}

function literal(text: string): RegExp {
  return new RegExp(escape(text), 'g');
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * The first of `words`, such as the folder of the checkout, that a screen contains; a row may break
 * inside of it.
 */
export function findRevealing(
  { rows, title }: RecordedScreen,
  words: readonly string[],
): string | undefined {
  const text = `${rows.map((row) => row.replace(/[\s│]+/g, '')).join('')} ${title}`;
  return words.find((word) => text.includes(word));
}
