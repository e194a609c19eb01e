import type { CommitText } from '../../worktrees/publication';
import { MAX_ANSWER_CHARS, MAX_LISTED_COMMITS } from '../limits';

/** The subject of the only commit, else the task's name. */
export function formatTitle(commits: readonly CommitText[], taskName: string): string {
  const [first, ...more] = commits;
  return first && more.length === 0 ? first.subject : taskName;
}

/**
 * A description in Markdown: the message of the only commit without its subject, or the agent's last
 * answer and the subjects of all commits.
 */
export function formatBody(commits: readonly CommitText[], answer: string | undefined): string {
  const [first, ...more] = commits;
  const isOnly = first !== undefined && more.length === 0;
  const parts = [
    isOnly ? first.body : '',
    answer?.slice(0, MAX_ANSWER_CHARS).trim() ?? '',
    isOnly ? '' : formatList(commits),
  ];
  return parts
    .filter((part) => part !== '')
    .map((part) => `${part}\n`)
    .join('\n');
}

function formatList(commits: readonly CommitText[]): string {
  if (commits.length === 0) {
    return '';
  }
  const listed = commits.slice(0, MAX_LISTED_COMMITS).map(({ subject }) => `- ${subject}`);
  const rest = commits.length - listed.length;
  return ['## Commits', '', ...listed, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n');
}
