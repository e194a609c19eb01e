import * as z from 'zod';
import { tryParseJson } from '../../base/parseJson';

/**
 * What a read-only document of ours shows: a file as a commit has it, nothing, or the target of a
 * link in the working tree.
 */
export interface ReviewDocument {
  readonly kind: 'original' | 'empty' | 'link';
  /** The task's id. */
  readonly task: string;
  readonly commit: string;
  /** Below the root of the working tree. */
  readonly path: string;
}

interface UriParts {
  readonly path: string;
  readonly query: string;
}

/** The path is that of the file, so that VS Code takes its name and language from it. */
export function formatReviewUri({ path, ...rest }: ReviewDocument): UriParts {
  return { path: `/${path}`, query: JSON.stringify(rest) };
}

/** Undefined for a URI that is not of {@link formatReviewUri}: anybody can open one. */
export function parseReviewUri({ path, query }: UriParts): ReviewDocument | undefined {
  const parsed = QUERY.safeParse(tryParseJson(query));
  return parsed.success && path.startsWith('/')
    ? { ...parsed.data, path: path.slice(1) }
    : undefined;
}

const QUERY = z.object({
  kind: z.enum(['original', 'empty', 'link']),
  task: z.string(),
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
});
