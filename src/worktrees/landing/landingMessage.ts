import { branchName, type LandingPlan, type LandingWay } from './landing';

/** The message of a commit: its first line, and the rest. */
interface Message {
  readonly subject: string;
  readonly body: string;
}

/** The message of the commit that a landing makes. */
export function buildLandingMessage(
  taskName: string,
  { branch, commits, headName }: LandingPlan,
  way: LandingWay,
): Message {
  if (way === 'merge') {
    return { subject: `Merge branch '${headName}' into ${branchName(branch)}`, body: '' };
  }
  const subjects = commits.names.map((commit) => commit.replace(/^\S+ /, ''));
  const [only] = subjects;
  if (commits.count === 1 && only !== undefined) {
    return { subject: only, body: '' };
  }
  const more = commits.count - subjects.length;
  // Oldest first, as they were made.
  const lines = [...(more > 0 ? [`and ${more} more`] : []), ...subjects].reverse();
  return { subject: taskName, body: lines.map((line) => `* ${line}`).join('\n') };
}

export function joinMessage({ body, subject }: Message): string {
  return `${subject}\n\n${body}`.trim();
}
