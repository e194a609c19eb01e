import type { Operations } from '../../client/generated/operations';
import { EXIT } from '../exitCode';
import { formatTable } from '../formatTable';
import { optionsOf, readOptions } from '../operationOptions';
import { print } from '../output';
import { readPrompt } from '../readPrompt';
import { UsageError } from '../usageError';
import type { Verb } from '../verb';

type Review = Operations['review']['output'];

/** `src/greet.js:3` or `src/greet.js:3-5`. */
const LINES = /^(?<path>.+):(?<line>\d+)(?:-(?<endLine>\d+))?$/s;

export const REVIEW: Verb = {
  name: 'review',
  usage: 'TASK',
  summary: 'list the comments on what a task has changed, and the files that are reviewed',
  options: {},
  argumentCount: [1, 1],
  async run(context, { positionals: [task = ''] }) {
    const review = await context.terminals.review(task);
    print(context, review, formatTable(toRows(review)));
    return EXIT.done;
  },
};

export const COMMENT: Verb = {
  name: 'comment',
  usage: 'TASK PATH:LINE[-LINE] [TEXT...]',
  summary: 'add a comment on lines of a file that a task has changed; prints its id',
  notes: [
    'The path is as "changes" prints it.',
    'Without a text, or with "-", the text is read from the standard input.',
  ],
  options: optionsOf('comment', { side: { value: 'current|original' } }),
  argumentCount: [2, Infinity],
  async run(context, input) {
    const [task = '', lines = '', ...words] = input.positionals;
    const { path, line, endLine = line } = LINES.exec(lines)?.groups ?? {};
    if (path === undefined) {
      throw new UsageError(`"${lines}" names no lines: write PATH:LINE or PATH:LINE-LINE.`);
    }
    const text = await readPrompt(context.io, words);
    const place = { path, line: Number(line), endLine: Number(endLine) };
    const options = readOptions('comment', ['side'], input);
    const comment = await context.terminals.comment(task, { ...place, ...options, text });
    print(context, comment, comment.id);
    return EXIT.done;
  },
};

export const SEND_REVIEW: Verb = {
  name: 'send-review',
  usage: 'TASK',
  summary: 'send all comments of a task that are not sent yet to its agent, as one prompt',
  options: optionsOf('sendReview', { session: { value: 'SESSION' } }),
  argumentCount: [1, 1],
  async run(context, input) {
    const [task = ''] = input.positionals;
    const options = readOptions('sendReview', ['session'], input);
    const sent = await context.terminals.sendReview(task, options);
    print(context, sent, `round ${sent.round} to ${sent.session}`);
    return EXIT.done;
  },
};

function toRows({ drafts, rounds, reviewed }: Review): readonly (readonly string[])[] {
  return [
    ...drafts.map(({ author, line, outdated, path, side, text }) => [
      'draft',
      line === null ? path : `${path}:${line}`,
      [...(side === 'original' ? [side] : []), ...(outdated ? ['outdated'] : [])].join(', '),
      author === null ? text : `${author}: ${text}`,
    ]),
    ...rounds.map(({ changed, number, session, state }) => [
      `round ${number}`,
      session,
      state,
      changed?.join(', ') ?? '',
    ]),
    ...reviewed.map((path) => ['reviewed', path]),
  ];
}
