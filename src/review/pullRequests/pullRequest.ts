import * as z from 'zod';
import { tryParseJson } from '../../base/parseJson';

/** `draft` is an open one that is not ready for review. */
type PullRequestState = 'closed' | 'draft' | 'merged' | 'open';

export interface PullRequest {
  readonly number: number;
  readonly state: PullRequestState;
  readonly title: string;
  /** An http or https URL. */
  readonly url: string;
}

/** The repository in which GitHub CLI creates pull requests from a directory. */
export interface BaseRepository {
  /** Such as `microsoft/vscode`. */
  readonly name: string;
  readonly owner: string;
  /** Undefined for an empty repository. */
  readonly defaultBranch: string | undefined;
}

const STATES = { OPEN: 'open', MERGED: 'merged', CLOSED: 'closed' } as const;

const pullRequest = z.object({
  number: z.int().positive(),
  state: z.enum(['OPEN', 'MERGED', 'CLOSED']),
  isDraft: z.boolean(),
  title: z.string(),
  url: z.url({ protocol: /^https?$/ }),
});

/** The fields of {@link parsePullRequest}, as GitHub CLI names them. */
export const PULL_REQUEST_FIELDS = Object.keys(pullRequest.shape).join(',');

/** Parses what GitHub CLI prints for {@link PULL_REQUEST_FIELDS}; undefined if it is anything else. */
export function parsePullRequest(text: string): PullRequest | undefined {
  const parsed = pullRequest.safeParse(tryParseJson(text));
  if (!parsed.success) {
    return undefined;
  }
  const { isDraft, number, state, title, url } = parsed.data;
  return { number, state: isDraft && state === 'OPEN' ? 'draft' : STATES[state], title, url };
}

const repository = z.object({
  nameWithOwner: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  defaultBranchRef: z.object({ name: z.string() }).nullable(),
});

/** The fields of {@link parseRepository}, as GitHub CLI names them. */
export const REPOSITORY_FIELDS = Object.keys(repository.shape).join(',');

export function parseRepository(text: string): BaseRepository | undefined {
  const parsed = repository.safeParse(tryParseJson(text));
  if (!parsed.success) {
    return undefined;
  }
  const { defaultBranchRef, nameWithOwner: name } = parsed.data;
  const owner = name.slice(0, name.indexOf('/'));
  // GitHub CLI prints an empty name for an empty repository.
  return { name, owner, defaultBranch: defaultBranchRef?.name || undefined };
}
