import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadableScreen } from '../../../src/status/screens/screenParts';

/** A screen full of text that looks like a menu and is none. */
export interface MenuLikeScreen {
  /** Where its text is from, and how it is shown. */
  readonly name: string;
  readonly screen: ReadableScreen;
  readonly ending: Ending;
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

const SIZES: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 50 },
];

/** A row that has something in common with a question: a list, a mark, a key, a prompt. */
const MENU_LIKE =
  /^\s*(?:[-*>❯›●→+]|\d+[.)])\s|[?:]\s*$|[[(]y(?:es)?\/n|\b(?:press|enter|esc|password|token|sign.?in|log.?in)\b/i;

/** What stands on a screen below a text. */
export interface Ending {
  readonly name: string;
  readonly rows: readonly string[];
  /** The row of the cursor, from the first one of these. Default: that of the input, or the last one. */
  readonly row?: number;
  /** The column of the cursor; undefined: behind the text. */
  readonly column: number | undefined;
  /** Whether the text can contain complete dialogs, because what follows shows that it is text. */
  readonly follows: boolean;
}

const LINE = '─'.repeat(80);

const ENDINGS: readonly Ending[] = [
  { name: 'printed', rows: [''], column: 0, follows: false },
  { name: 'being printed', rows: [], column: undefined, follows: false },
  { name: 'in a pager', rows: [':'], column: 1, follows: true },
  { name: 'at the end of a pager', rows: ['(END)'], column: 5, follows: true },
  { name: 'above a shell', rows: ['dev@host:~/app$ '], column: 16, follows: true },
  {
    name: 'above an input',
    rows: ['', LINE, '> ', LINE, '  ? for shortcuts'],
    column: 2,
    follows: true,
  },
  {
    name: 'above an input in a box',
    rows: ['', `╭${LINE}╮`, `│ >${' '.repeat(78)}│`, `╰${LINE}╯`, ' app  main'],
    column: 4,
    follows: true,
  },
  { name: 'above a bare input', rows: ['', '❯ '], column: 2, follows: true },
  {
    name: 'above a working agent',
    rows: ['', '⠙ Thinking... (12s · esc to interrupt)'],
    column: 0,
    follows: true,
  },
];

/** Texts of the repository, each as lines. */
interface Text {
  readonly name: string;
  readonly lines: readonly string[];
  /** Whether it contains complete dialogs, which only what follows shows to be text. */
  readonly hasDialogs: boolean;
}

/** The same screens for the same repository: `count` of them, spread over texts, sizes and endings. */
export function listMenuLikeScreens(
  root: string,
  count: number,
  endings: readonly Ending[] = ENDINGS,
): readonly MenuLikeScreen[] {
  const texts = listTexts(root);
  return Array.from({ length: count }, (_, at) => {
    const text = pick(texts, at * 7919);
    const size = pick(SIZES, at);
    const fitting = endings.filter(({ follows }) => follows || !text.hasDialogs);
    const ending = pick(fitting, Math.floor(at / SIZES.length));
    return { ...toScreen(text, size, ending, at), ending };
  });
}

function pick<T>(all: readonly T[], at: number): T {
  const one = all[at % all.length];
  if (one === undefined) {
    throw new Error('There is nothing to pick from.');
  }
  return one;
}

function toScreen(
  text: Text,
  { columns, rows }: Size,
  ending: Ending,
  seed: number,
): Omit<MenuLikeScreen, 'ending'> {
  const lines = text.lines.flatMap((line) => wrap(line, columns));
  const ends = lines.flatMap((line, at) => (MENU_LIKE.test(line) ? [at] : []));
  const last = ends.length === 0 ? lines.length - 1 : pick(ends, seed * 31);
  const room = rows - ending.rows.length;
  const shown = [...lines.slice(Math.max(last + 1 - room, 0), last + 1), ...ending.rows];
  const row =
    ending.row !== undefined
      ? shown.length - ending.rows.length + ending.row
      : ending.name.includes('input')
        ? shown.findLastIndex((one) => /^(?:│ )?[>❯] /.test(one))
        : shown.length - 1;
  const column = ending.column ?? (shown[row] ?? '').length;
  const all = Array.from({ length: rows }, (_, at) => (shown[at] ?? '').trimEnd());
  return {
    name: `${text.name}, ${ending.name}, ${columns}x${rows}, line ${last}`,
    screen: { rows: all, cursor: { row, column } },
  };
}

function wrap(line: string, columns: number): readonly string[] {
  const rows = Array.from({ length: Math.ceil(line.length / columns) }, (_, at) =>
    line.slice(at * columns, (at + 1) * columns),
  );
  return rows.length === 0 ? [''] : rows;
}

function listTexts(root: string): readonly Text[] {
  const read = (path: string): readonly string[] =>
    readFileSync(join(root, path), 'utf8').replaceAll('\t', '    ').split('\n');
  const find = (folder: string, end: string): readonly string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith(end))
      .sort()
      .map((path) => join(folder, path));
  const pages = ['README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'SECURITY.md', 'package.json'];
  const plain = [...pages, ...find('docs', '.md')].map((path) => ({ path, lines: read(path) }));
  const sources = [...find('src', '.ts'), ...find('test/unit', '.ts')]
    .map((path) => ({ path, lines: read(path) }))
    .filter(({ lines }) => lines.some((line) => /[❯›●]|\?'|y\/n|password/i.test(line)));
  const dialogs = find('test/fixtures/screens', '.txt')
    .filter((path) => /trust|approval|permission|ask|question|sign-in/.test(path))
    .map((path) => ({ path, lines: read(path) }));
  return interleave([
    plain.flatMap(showPage),
    sources.flatMap(showSource),
    dialogs.flatMap(showDialog),
  ]);
}

interface File {
  readonly path: string;
  readonly lines: readonly string[];
}

/** A page as it is, and as an agent shows it in an answer. */
function showPage({ path, lines }: File): readonly Text[] {
  return [
    { name: path, lines, hasDialogs: false },
    { name: `answer with ${path}`, lines: toAnswer(lines), hasDialogs: false },
    { name: `log of ${path}`, lines: toLog(lines), hasDialogs: false },
  ];
}

/** Source code as it is, in the output of `grep -n`, and in a diff. */
function showSource({ path, lines }: File): readonly Text[] {
  return [
    { name: path, lines, hasDialogs: false },
    { name: `grep in ${path}`, lines: toGrep(path, lines), hasDialogs: false },
    { name: `diff of ${path}`, lines: toDiff(path, lines), hasDialogs: false },
  ];
}

/** A recorded dialog as text: in a diff, in the output of tools, quoted, and as it is. */
function showDialog({ path, lines }: File): readonly Text[] {
  return [
    { name: `added ${path}`, lines: toDiff(path, lines), hasDialogs: false },
    { name: `numbered ${path}`, lines: toNumbered(lines), hasDialogs: false },
    { name: `grep in ${path}`, lines: toGrep(path, lines), hasDialogs: false },
    { name: `quoted ${path}`, lines: lines.map((line) => `> ${line}`), hasDialogs: false },
    { name: `fenced ${path}`, lines: ['```', ...lines, '```', 'That is all.'], hasDialogs: true },
    { name: `unchanged ${path}`, lines: lines.map((line) => ` ${line}`), hasDialogs: true },
    { name: path, lines, hasDialogs: true },
  ];
}

function toAnswer(lines: readonly string[]): readonly string[] {
  return lines.map((line, at) => `${at === 0 ? '● ' : '  '}${line}`);
}

function toLog(lines: readonly string[]): readonly string[] {
  return lines.map(
    (line, at) => `2026-01-01T00:00:${String(at % 60).padStart(2, '0')} INFO ${line}`,
  );
}

function toGrep(path: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, at) => `${path}:${at + 1}:${line}`);
}

function toNumbered(lines: readonly string[]): readonly string[] {
  return lines.map((line, at) => `${String(at + 1).padStart(6)}  ${line}`);
}

function toDiff(path: string, lines: readonly string[]): readonly string[] {
  const head = [`diff --git a/${path} b/${path}`, `@@ -1,${lines.length} +1,${lines.length} @@`];
  return [...head, ...lines.map((line, at) => `${' +-'.charAt(at % 3)}${line}`)];
}

/** One of each list in turn, so that a few hundred texts contain all kinds. */
function interleave<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
    lists.flatMap((list) => list[at] ?? []),
  );
}
