/** The words of all lines; a real log has about as many repetitions. */
const WORDS = 'build test parse src/index.ts naïve 成功 ok error at line of the module 42 ms'.split(
  ' ',
);
const COLOURS = ['\x1b[31m', '\x1b[1;32m', '\x1b[38;5;208m', '\x1b[38;2;90;160;250m', '\x1b[2m'];

/** Returns a log without escape sequences, about `bytes` long, the same in each run. */
export function plainLog(bytes: number): Buffer {
  return makeLog(bytes, (word) => word);
}

/** Returns a log of about `bytes` in which about every third word is coloured, as in a build log. */
export function colouredLog(bytes: number): Buffer {
  return makeLog(bytes, (word, next) => {
    const colour = COLOURS[next(COLOURS.length * 3)];
    return colour === undefined ? word : `${colour}${word}\x1b[0m`;
  });
}

/** Returns `rows` short lines, the last of which is `last`. */
export function numberedRows(rows: number, last: string): Buffer {
  const lines = Array.from({ length: rows - 1 }, (_, row) => {
    const colour = COLOURS[row % COLOURS.length] ?? '';
    return `${String(row).padStart(6)} ${colour}a row of a session\x1b[0m that says what it does`;
  });
  return Buffer.from([...lines, last].join('\n'));
}

/** Returns `rows` lines of `cols - 1` columns, the last of which is `last`. */
export function fullRows(rows: number, cols: number, last: string): Buffer {
  const words = plainLog(rows * cols)
    .toString()
    .replace(/[^ -~]/g, ' ');
  const width = cols - 1;
  const lines = Array.from({ length: rows - 1 }, (_, row) =>
    words.slice(row * width, (row + 1) * width),
  );
  return Buffer.from([...lines, last].join('\n'));
}

function makeLog(
  bytes: number,
  paint: (word: string, next: (limit: number) => number) => string,
): Buffer {
  const next = createNumbers(1);
  const lines: string[] = [];
  for (let length = 0; length < bytes;) {
    const words = Array.from({ length: 3 + next(12) }, () => WORDS[next(WORDS.length)] ?? '');
    const line = `${words.map((word) => paint(word, next)).join(' ')}\n`;
    lines.push(line);
    length += Buffer.byteLength(line);
  }
  return Buffer.from(lines.join(''));
}

/** Creates a generator of reproducible integers from 0 to below a limit (Numerical Recipes' LCG). */
function createNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
