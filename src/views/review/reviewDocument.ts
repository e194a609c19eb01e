import * as z from 'zod';
import { tryParseJson } from '../../base/parseJson';

/**
 * What a read-only document of ours shows: a file as a commit has it, nothing, the target of a
 * link in the working tree, or a round of a review.
 */
export type ReviewDocument = FileDocument | RoundDocument;

export interface RoundDocument {
  readonly kind: 'round';
  /** The task's id. */
  readonly task: string;
  readonly round: number;
}

export interface FileDocument {
  readonly kind: 'original' | 'empty' | 'link';
  /** The task's id. */
  readonly task: string;
  readonly commit: string;
  /** Below the root of the working tree. */
  readonly path: string;
}

/** The query of a document's URI. Its path is that of the file, so that VS Code takes its name and language from it. */
export function formatReviewQuery(document: ReviewDocument): string {
  // VS Code finds a document by its whole URI: the fields have one order, that of the schema.
  return JSON.stringify(QUERY.parse(document));
}

/** Undefined for a query that is not of {@link formatReviewQuery}: anybody can open such a URI. */
export function parseReviewQuery(query: string): ReviewDocument | undefined {
  return QUERY.safeParse(tryParseJson(query)).data;
}

const QUERY = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('round'), task: z.string(), round: z.int() }),
  z.object({
    kind: z.enum(['original', 'empty', 'link']),
    task: z.string(),
    commit: z.string().regex(/^[0-9a-f]{40,64}$/),
    path: z.string().min(1),
  }),
]);
