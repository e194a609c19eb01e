// @ts-check

/** @typedef {{title: string, path: string, line: number, quoted: string, text: string}} ReviewComment */

/** The file of the sample that the demonstration changes. */
export const SAMPLE_FILE = 'greet.js';

const LOOP = "  return list.map(greet).join(' ');";
const CHECK = ['  if (list.length === 0) {', "    return 'Hello!';", '  }'];

/**
 * Adds a function with a name that the text lacks, so that it works any number of times.
 * @param {string} text
 */
export function addFunction(text) {
  let name = 'greetAll';
  for (let number = 2; text.includes(name); number++) {
    name = `greetAll${number}`;
  }
  return `${text.trimEnd()}\n\nexport function ${name}(list) {\n${LOOP}\n}\n`;
}

/**
 * The comments in a prompt of Send Review.
 * @param {string} prompt
 * @returns {readonly ReviewComment[]}
 */
export function readComments(prompt) {
  const [, ...items] = prompt.split(/^(?=\d+\. .+, lines? \d+)/m);
  return items.map((item) => {
    const [title = '', ...rest] = item.trim().split('\n');
    const [, path = '', line = ''] = /^\d+\. (.+), lines? (\d+)/.exec(title) ?? [];
    const quoted = rest.filter((one) => one.startsWith('>')).map((one) => one.replace(/^> ?/, ''));
    const text = rest.filter((one) => !one.startsWith('>')).map((one) => one.trim());
    return { title, path, line: Number(line), quoted: quoted[0] ?? '', text: text.join(' ') };
  });
}

/**
 * Puts each comment above its line, and handles an empty list where a comment is on the line that needs it.
 * @param {string} text
 * @param {readonly ReviewComment[]} comments
 */
export function answerComments(text, comments) {
  const lines = text.trimEnd().split('\n');
  const places = comments
    .filter(isOnSample)
    .map((comment) => ({ comment, at: findLine(lines, comment) }));
  // From the end, so that the places of the others stay.
  for (const { comment, at } of places.toSorted((one, other) => other.at - one.at)) {
    const indent = /^\s*/.exec(lines[at] ?? '')?.[0] ?? '';
    const needsCheck = lines[at] === LOOP && lines[at - 1] !== CHECK.at(-1);
    const check = needsCheck ? CHECK : [];
    lines.splice(at, 0, `${indent}// Review: ${comment.text}`, ...check);
  }
  return `${lines.join('\n')}\n`;
}

/** @param {ReviewComment} comment */
export function isOnSample({ path }) {
  return path.split('/').at(-1) === SAMPLE_FILE;
}

/**
 * Where the quoted line is now, nearest to its number; else that number.
 * @param {readonly string[]} lines
 * @param {ReviewComment} comment
 */
function findLine(lines, { line, quoted }) {
  const distance = (/** @type {number} */ at) => Math.abs(at - (line - 1));
  const same = lines.flatMap((one, at) => (one.trim() === quoted.trim() ? [at] : []));
  return same.toSorted((one, other) => distance(one) - distance(other))[0] ?? line - 1;
}
