import { TREE_ITEMS } from '../../config/contributions';
import type { ResumePreview } from '../../agents/conversations/resumePreviews';
import type { Transcript } from '../../conversations/transcripts/transcripts';
import type { InactiveConversation } from './conversationFacts';
import { cutText } from '../dialogs/shownText';
import { formatAge } from '../attention/formatAge';
import type { ProviderDisplay } from '../dialogs/providerDisplay';
import type { StatePresentation } from './sessionPresentation';

/** How much of a first prompt a row shows, in characters; the rest is in the tooltip. */
const MAX_PROMPT_CHARS = 40;

interface InactiveConversationPresentation extends StatePresentation {
  /** What opening it does, in one sentence. */
  readonly opening: string;
  /** Further parts of the row, after the words. */
  readonly notes: readonly string[];
  /** The known facts, one line each. */
  readonly details: readonly string[];
}

/**
 * Presents a conversation without a running session in this window. The words express everything
 * that the colour does.
 */
export function presentInactiveConversation(
  { isElsewhere, preview, now }: InactiveConversation,
  { name, resumes }: Pick<ProviderDisplay, 'name' | 'resumes'>,
): InactiveConversationPresentation {
  if (isElsewhere) {
    return { ...ELSEWHERE, opening: OPENED_ELSEWHERE, notes: [], details: [] };
  }
  if (!resumes) {
    const opening = `Open it to start a new conversation: ${name} cannot resume an earlier one.`;
    return { ...NOT_RESUMABLE, opening, notes: [], details: [] };
  }
  return preview?.kind === 'resume'
    ? { ...WITH_TRANSCRIPT, ...describeTranscript(preview.transcript, now) }
    : { ...WITHOUT_TRANSCRIPT[preview?.kind ?? 'unknown'], notes: [], details: [] };
}

function describeTranscript(
  { firstPrompt, model, modifiedAt }: Transcript,
  now: number,
): Pick<InactiveConversationPresentation, 'notes' | 'details'> {
  const age = formatAge(now - modifiedAt);
  return {
    notes: [age, ...(firstPrompt === undefined ? [] : [cutText(firstPrompt, MAX_PROMPT_CHARS)])],
    details: [
      ...(firstPrompt === undefined ? [] : [`First prompt: ${firstPrompt}`]),
      ...(model === undefined ? [] : [`Model: ${model}`]),
      `Last written ${age}`,
    ],
  };
}

const OPENED_ELSEWHERE = 'It runs in another window. Open it to end it there and continue here.';

const ELSEWHERE: StatePresentation = {
  words: 'in another window',
  icon: 'multiple-windows',
  color: undefined,
  contextValue: TREE_ITEMS.elsewhereSession,
};

const RESUMABLE: StatePresentation = {
  words: 'resumable',
  icon: 'history',
  color: undefined,
  contextValue: TREE_ITEMS.resumableSession,
};

const NOT_RESUMABLE: StatePresentation = {
  words: 'not running, starts a new conversation',
  icon: 'circle-slash',
  color: 'disabledForeground',
  contextValue: TREE_ITEMS.exitedSession,
};

const WITH_TRANSCRIPT = { ...RESUMABLE, opening: 'Open it to continue its conversation.' } as const;

/** The presentations without a transcript; `unknown` until it has been looked up. */
const WITHOUT_TRANSCRIPT = {
  unknown: {
    ...RESUMABLE,
    words: 'not running',
    opening: 'Open it to continue its conversation, or to start a new one if there is none.',
  },
  unverified: {
    ...RESUMABLE,
    words: 'perhaps resumable',
    opening:
      'Open it to continue its conversation, or to start a new one if its agent cannot: the transcript cannot be read.',
  },
  latest: {
    ...RESUMABLE,
    opening:
      'Open it to continue the latest conversation of its directory, or to start a new one if there is none.',
  },
  fork: {
    ...RESUMABLE,
    words: 'not running, forks again',
    opening:
      'Open it to start again with the history that it was forked with: it has no messages since.',
  },
  new: {
    ...NOT_RESUMABLE,
    opening: 'Open it to start a new conversation: no earlier one is certainly its own.',
  },
} as const satisfies Record<
  Exclude<ResumePreview['kind'], 'resume'> | 'unknown',
  StatePresentation & Pick<InactiveConversationPresentation, 'opening'>
>;
