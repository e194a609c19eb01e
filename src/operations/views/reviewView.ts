import * as z from 'zod';
import type { PlacedComment } from '../../review/formatReview';
import { isAnswered, type ReviewRound } from '../../review/taskReview';
import { quote } from './formatSession';

export const SIDE = z.enum(['original', 'current']);

/** A comment that is not sent. */
export const DRAFT_VIEW = z.object({
  id: z.string(),
  path: z.string().describe('Where the file is now.'),
  side: SIDE,
  line: z
    .int()
    .nullable()
    .describe('The first line, where it is now; null if the file is not there.'),
  outdated: z.boolean().describe('Whether the lines are no longer as they were.'),
  text: z.string(),
  author: z
    .string()
    .nullable()
    .describe('"agent" and the name of the one that wrote it; null: a person.'),
});

/** Comments that were sent as one prompt. */
export const ROUND_VIEW = z.object({
  number: z.int(),
  session: z.string(),
  state: z
    .enum(['sent', 'answered', 'ended'])
    .describe('Ended: the agent ended before it came to rest.'),
  sentAt: z.iso.datetime(),
  prompt: z.string(),
  answer: z.string().nullable().describe('The last message of the agent; null if it is not known.'),
  changed: z
    .array(z.string())
    .nullable()
    .describe('The files that changed until the agent had answered or ended; null before.'),
});

type DraftView = z.infer<typeof DRAFT_VIEW>;
type RoundView = z.infer<typeof ROUND_VIEW>;

export function describeDraft({ comment, path, located }: PlacedComment): DraftView {
  const { id, side, text, author } = comment;
  return {
    ...{ id, path, side, text },
    line: located?.line ?? null,
    outdated: located?.isOutdated ?? true,
    author: author ?? null,
  };
}

export function describeSentRound({
  number,
  session,
  sentAt,
  prompt,
  answer,
}: ReviewRound): RoundView {
  return {
    ...{ number, session, sentAt, prompt },
    state: !answer ? 'sent' : isAnswered({ answer }) ? 'answered' : 'ended',
    answer: answer?.text ?? null,
    changed: answer ? [...answer.changed] : null,
  };
}

/** One line about a draft, for a model. */
export function formatDraft({ id, path, side, line, outdated, text, author }: DraftView): string {
  const place = line === null ? 'which is not there' : `line ${line}`;
  const old = side === 'original' ? ' before the changes' : '';
  const changed = outdated && line !== null ? ', which has changed since' : '';
  const by = author === null ? '' : ` by ${quote(author)}`;
  return `Draft ${id}${by} on ${quote(path)}, ${place}${old}${changed}: ${quote(text)}`;
}

/** One line about a round, for a model; the data have its texts. */
export function formatSentRound({ number, session, state, changed }: RoundView): string {
  const paths = changed?.map(quote).join(', ') ?? '';
  return `Round ${number} to ${session}: ${state}${paths === '' ? '' : `, changed since: ${paths}`}`;
}
