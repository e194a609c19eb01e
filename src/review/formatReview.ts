import * as posix from 'node:path/posix';
import { toVisibleText } from '../base/text/visibleText';
import { toLines, type Located } from './locateComment';
import { countLines, isAnswered, type ReviewComment, type ReviewRound } from './taskReview';

/** Lines of a quotation in a prompt, and characters of each. */
const QUOTED_LINES = 10;
const QUOTED_CHARS = 200;

const OPENING = 'Please address these review comments on the changes in this working tree.';

/** A comment and where its lines are now; `located` is undefined if the file is not there. */
export interface PlacedComment {
  readonly comment: ReviewComment;
  /** The path now: the file may have been renamed. */
  readonly path: string;
  readonly located: Located | undefined;
}

/**
 * The prompt of a review. @param below the directory of the agent below the root of the working tree, with `/`;
 * empty if it is the root.
 */
export function formatPrompt(comments: readonly PlacedComment[], below: string): string {
  const items = comments.map((placed, index) => {
    const { comment } = placed;
    const { author } = comment;
    const path = describePath(posix.relative(below, placed.path));
    const quote = comment.quote.slice(0, QUOTED_LINES).map(quoteLine);
    const more = comment.quote.length > QUOTED_LINES ? ['> …'] : [];
    const by = author === undefined ? '' : ` (comment of ${nameAuthor(author)})`;
    const head = `${index + 1}. ${path}, ${describeLines(placed)}${by}`;
    const text = author === undefined ? comment.text : withoutReferences(comment.text);
    // Indented, so that no line of a text looks like another item.
    const indented = toLines(text.trim()).map((line) => `  ${line}`.trimEnd());
    return [head, ...quote, ...more, ...indented].join('\n');
  });
  return [OPENING, ...items].join('\n\n');
}

/** `line 3`, `lines 3 to 5`, `line 3 before the changes`, `line 3, which has changed since`. */
function describeLines({ comment, located }: Omit<PlacedComment, 'path'>): string {
  const { line, side } = comment;
  const first = located?.line ?? line;
  const last = located?.isOutdated === false ? located.endLine : first + countLines(comment) - 1;
  const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  const old = side === 'original' ? ' before the changes' : '';
  const isGone = located === undefined || located.isOutdated;
  return isGone
    ? `${lines}${old}, which ${first === last ? 'has' : 'have'} changed since`
    : `${lines}${old}`;
}

/** What became of a round, in a few words. */
export function describeRound({ answer }: Pick<ReviewRound, 'answer'>): string {
  if (!answer) {
    return 'sent';
  }
  const { length } = answer.changed;
  const state = isAnswered({ answer }) ? 'answered' : 'its agent ended';
  const files = length === 0 ? 'no file' : length === 1 ? '1 file' : `${length} files`;
  return `${state}, ${files} changed since`;
}

/** A round as a page in Markdown: what was said, and what came of it. */
export function formatRound(round: ReviewRound, task: string): string {
  const { answer } = round;
  const changed = answer?.changed.map((path) => `- ${path}`) ?? [];
  return [
    `# Review ${round.number} of ${task}`,
    `Sent to ${round.label} on ${round.sentAt}: ${describeRound(round)}.`,
    '## The prompt',
    fence(round.prompt),
    ...(changed.length > 0 ? ['## Files changed since', changed.join('\n')] : []),
    ...(answer?.text === undefined ? [] : ['## The answer', answer.text]),
    '',
  ].join('\n\n');
}

function quoteLine(line: string): string {
  const isLong = line.length > QUOTED_CHARS;
  return `> ${withoutReferences(isLong ? `${line.slice(0, QUOTED_CHARS)}…` : line)}`;
}

/** The name of a session is one that an agent may have chosen. */
function nameAuthor(author: string): string {
  return withoutReferences(toLines(author).join(' '));
}

/** On one line. After a blank in a name, an `@` would begin the name of another file. */
function describePath(path: string): string {
  return toVisibleText(path).replaceAll(/(\s)@(?=\S)/g, '$1@ ');
}

/** CLIs read the file that directly follows an `@`, which the person has not asked for in what others wrote. */
function withoutReferences(text: string): string {
  return text.replaceAll(/@(?=\S)/g, '@ ');
}

/** A code block, with a fence longer than any inside of it. */
function fence(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(Math.max(3, longest + 1));
  return `${mark}\n${text}\n${mark}`;
}
