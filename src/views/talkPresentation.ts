import { TREE_ITEMS } from '../config/contributions';
import type { RememberedTalk } from './conversationFacts';
import { cutText } from './cutText';
import { formatAge } from './formatAge';
import type { ProviderFace } from './providerFace';
import type { StatePresentation } from './sessionPresentation';

/** How much of a first prompt a row shows, in characters; the rest is in the tooltip. */
const MAX_PROMPT_CHARS = 40;

export interface TalkPresentation extends StatePresentation {
  /** What opening it does, in one sentence. */
  readonly opening: string;
  /** Beside the words, in a row. */
  readonly notes: readonly string[];
  /** All that is known of it, a line each. */
  readonly details: readonly string[];
}

/** How a conversation looks that nothing runs in here; the words say all that the colour says. */
export function presentTalk(
  { isElsewhere, transcript, now }: RememberedTalk,
  { name, resumes }: Pick<ProviderFace, 'name' | 'resumes'>,
): TalkPresentation {
  if (isElsewhere) {
    return { ...ELSEWHERE, opening: OPENED_ELSEWHERE, notes: [], details: [] };
  }
  if (!resumes) {
    const opening = `Open it to start a new conversation: ${name} cannot go back to an earlier one.`;
    return { ...FORGOTTEN, opening, notes: [], details: [] };
  }
  const opening = 'Open it to go on with its conversation.';
  if (!transcript) {
    return { ...RESUMABLE, opening, notes: [], details: [] };
  }
  const { firstPrompt, model, modifiedAt } = transcript;
  const age = formatAge(now - modifiedAt);
  return {
    ...RESUMABLE,
    opening,
    notes: [age, ...(firstPrompt === undefined ? [] : [cutText(firstPrompt, MAX_PROMPT_CHARS)])],
    details: [
      ...(firstPrompt === undefined ? [] : [`First prompt: ${firstPrompt}`]),
      ...(model === undefined ? [] : [`Model: ${model}`]),
      `Last written ${age}`,
    ],
  };
}

const OPENED_ELSEWHERE = 'It runs in another window. Open it to end it there and go on here.';

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

const FORGOTTEN: StatePresentation = {
  words: 'not running, starts a new conversation',
  icon: 'circle-slash',
  color: 'disabledForeground',
  contextValue: TREE_ITEMS.exitedSession,
};
