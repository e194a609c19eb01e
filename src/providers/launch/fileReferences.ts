/** A file that a CLI may read because a prompt names it, without a question to the person. */
export interface FileReference {
  /** As the CLI may read it: absolute, or relative to its directory. */
  readonly path: string;
  /** `possible`: some CLI may read it so, if there is such a file. */
  readonly kind: 'named' | 'possible';
}

/** A quoted path, else one up to a blank that no backslash precedes. */
const PATH =
  /^(?:"(?<double>[^"]*)|'(?<single>[^']*)|`(?<back>[^`]*)|(?<bare>(?:\\[^]|[^\\ \t\n\r])+))/;

/** What may stand before a path: brackets, and the scheme of a URL. */
const BEFORE_PATH = /^(?:[([{<"'`]+|file:(?:\/\/(?:localhost)?)?)/i;

/** CLIs differ in the characters that end a path. They read `a` of `@a:3`, `@a#L3` and `@a, b`. */
const MAY_END_PATH = /[^\p{L}\p{N}_\-./\\~]/gu;

/** Where the path of an image may begin in a pasted text: at a line, or after a blank before a root. */
const PASTED_PIECES = /\n| (?=[~/]|[a-z]:\\)/i;

const IMAGE = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|svg|heic|avif)$/i;

/** The longest path that systems accept, in characters; the rest of a longer one is no path. */
const MOST_PATH_CHARS = 4096;

type Reading = readonly [path: string, kind: FileReference['kind']];

/** The most readings of a prompt, repeated ones included. One with more is refused, since all are looked up on disk. */
const MOST_READINGS = 20_000;

/**
 * The references of a prompt, in every reading of any CLI: rather too many than too few.
 * @param marks what begins a reference; none: a path that the prompt names is text.
 * @returns undefined if there are too many.
 */
export function findFileReferences(
  prompt: string,
  marks: readonly string[],
): readonly FileReference[] | undefined {
  const found = new Map(pastedPaths(prompt).map((path) => [path, 'possible'] as Reading));
  let readings = 0;
  for (const mark of marks) {
    for (let at = prompt.indexOf(mark); at >= 0; at = prompt.indexOf(mark, at + 1)) {
      const begin = at + mark.length;
      const paths = readPaths(prompt.slice(begin, begin + MOST_PATH_CHARS));
      readings += paths.length;
      if (readings > MOST_READINGS) {
        return undefined;
      }
      for (const [path, kind] of paths) {
        found.set(path, found.get(path) === 'named' ? 'named' : kind);
      }
    }
  }
  return [...found].map(([path, kind]) => ({ path, kind }));
}

function readPaths(text: string): readonly Reading[] {
  const { double, single, back, bare } = PATH.exec(text)?.groups ?? {};
  const path = double ?? single ?? back ?? bare ?? '';
  const whole = [path, unescape(path)].flatMap((one) => [one, one.replace(BEFORE_PATH, '')]);
  const beginnings = whole.flatMap(beginningsOf);
  return [
    ...beginnings.map((one) => [one, 'possible'] as const),
    ...whole.map((one) => [one, 'named'] as const),
  ];
}

function beginningsOf(path: string): readonly string[] {
  const ends = [...path.matchAll(MAY_END_PATH)].map(({ index }) => index);
  return [...ends, path.length].flatMap((end) => [
    path.slice(0, end),
    path.slice(0, end).replace(/\.+$/, ''),
  ]);
}

/** CLIs read a prompt that is only a path, and paths of images in any prompt, as if they were dropped. */
function pastedPaths(prompt: string): readonly string[] {
  const pieces = prompt.split(PASTED_PIECES).map((piece) => unquote(piece.trim()));
  const images = pieces.filter((piece) => IMAGE.test(piece));
  return [unquote(prompt.trim()), ...images].map(unescape);
}

function unquote(text: string): string {
  return text.replace(/^(["'`])(.*)\1$/s, '$2');
}

function unescape(text: string): string {
  return text.replace(/\\([^])/g, '$1');
}
