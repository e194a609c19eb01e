import { basename } from 'node:path';
import type { FoundConversation } from '../../agents/conversations/conversationSearch';
import { findConversation } from '../../tasks/taskOfSession';
import { cutText } from './shownText';
import { formatAge } from '../attention/formatAge';
import type { ProviderDisplay } from './providerDisplay';

/** The most characters of a first prompt in a list. */
const MAX_PROMPT_CHARS = 100;

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
  const directory = cwd === folder ? [] : [`in ${basename(cwd)}`];
  const task = found.kind === 'owned' ? found.task.name : 'not in a task';
  return {
    label: cutText(transcript?.firstPrompt ?? labelOf(found), MAX_PROMPT_CHARS),
    description: description.join(' · '),
    detail: [task, ...directory].join(' · '),
    icon: state === undefined ? 'history' : 'terminal',
  };
}

function labelOf(found: FoundConversation): string {
  const known = found.kind === 'owned' && findConversation(found.task, found.sessionId);
  return known ? known.label : 'No prompt yet';
}
