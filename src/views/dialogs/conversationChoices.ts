import { basename } from 'node:path';
import type { EarlierConversation } from '../../agents/conversations/earlierConversations';
import type { Conversation, Task } from '../../tasks/task';
import { findConversation } from '../../tasks/taskOfSession';
import { cutText } from './cutText';
import { formatAge } from '../attention/formatAge';
import type { ProviderDisplay } from './providerDisplay';

/** The most characters of a first prompt in a list. */
const MAX_PROMPT_CHARS = 100;

/** An earlier conversation that a person can resume. */
export type FoundConversation =
  /** The conversation of a session that a task stores. */
  | {
      readonly kind: 'owned';
      readonly sessionId: string;
      readonly task: Task;
      readonly cwd: string;
      readonly providerId: string;
      readonly transcript: EarlierConversation['transcript'] | undefined;
    }
  /** A conversation of no task: started outside of the extension, or forgotten. */
  | {
      readonly kind: 'stray';
      readonly cwd: string;
      readonly providerId: string;
      readonly transcript: EarlierConversation['transcript'];
    };

/** The conversations of one directory. */
interface DirectoryConversations {
  readonly cwd: string;
  readonly earlier: readonly EarlierConversation[];
}

/**
 * Returns the conversations of some directories, newest first, then those of `tasks` without a
 * known transcript whose PTY ids are in `unwritten`. Conversations of other tasks are left out.
 */
export function findConversations(
  directories: readonly DirectoryConversations[],
  tasks: readonly Task[],
  unwritten: ReadonlySet<string>,
): readonly FoundConversation[] {
  const written = directories
    .flatMap(({ cwd, earlier }) => earlier.flatMap((one) => toFound(one, cwd, tasks)))
    .sort((one, other) => (other.transcript?.modifiedAt ?? 0) - (one.transcript?.modifiedAt ?? 0));
  const others = tasks.flatMap((task) =>
    task.conversations
      .filter(({ ptyId }) => unwritten.has(ptyId))
      .map((conversation) => toUnwritten(conversation, task)),
  );
  return [...written, ...others.reverse()];
}

function toFound(
  { owner, providerId, transcript }: EarlierConversation,
  cwd: string,
  tasks: readonly Task[],
): readonly FoundConversation[] {
  if (!owner) {
    return [{ kind: 'stray', cwd, providerId, transcript }];
  }
  const { ptyId: sessionId, task } = owner;
  const isIncluded = tasks.some(({ id }) => id === task.id);
  return isIncluded ? [{ kind: 'owned', sessionId, task, cwd, providerId, transcript }] : [];
}

function toUnwritten({ ptyId, providerId }: Conversation, task: Task): FoundConversation {
  const { cwd } = task;
  return { kind: 'owned', sessionId: ptyId, task, cwd, providerId, transcript: undefined };
}

/** An earlier conversation as a list shows it. */
export interface ConversationChoice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** The name of a codicon. */
  readonly icon: string;
}

interface ChoiceContext {
  readonly displayOf: (providerId: string) => Pick<ProviderDisplay, 'name'>;
  /** The state of a running session, in words; undefined if it does not run. */
  readonly running: (sessionId: string) => string | undefined;
  /** The workspace folder's path. */
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function presentConversation(
  found: FoundConversation,
  { displayOf, running, folder, now }: ChoiceContext,
): ConversationChoice {
  const { transcript, cwd } = found;
  const state = found.kind === 'owned' ? running(found.sessionId) : undefined;
  const description = [
    displayOf(found.providerId).name,
    ...(state === undefined ? [] : [state]),
    ...(transcript ? [formatAge(now - transcript.modifiedAt)] : []),
    ...(transcript?.model === undefined ? [] : [transcript.model]),
  ];
  const place = cwd === folder ? [] : [`in ${basename(cwd)}`];
  const task = found.kind === 'owned' ? found.task.name : 'not in a task';
  return {
    label: cutText(transcript?.firstPrompt ?? labelOf(found), MAX_PROMPT_CHARS),
    description: description.join(' · '),
    detail: [task, ...place].join(' · '),
    icon: state === undefined ? 'history' : 'terminal',
  };
}

function labelOf(found: FoundConversation): string {
  const known = found.kind === 'owned' && findConversation(found.task, found.sessionId);
  return known ? known.label : 'No prompt yet';
}
