import { ENTER, type Keystrokes } from '../model/keys';
import { pastePlainText, typePlainText } from './plainText';
import type { ProviderDefinition, SubmitFacts } from '../model/providerDefinition';
import { sanitizePrompt } from './sanitizePrompt';

/** Two Escs in one write are read as Alt-Esc. */
const INTERRUPT_GAP_MS = 100;

/**
 * The writes that type a prompt and submit it; none if nothing of it is left. A CR at once after
 * the text counts as a part of it in most TUIs, hence the pause; LF submits in none.
 */
export function planPromptKeystrokes(
  prompt: string,
  submit: SubmitFacts,
  terminal: { readonly bracketedPaste: boolean },
): readonly Keystrokes[] {
  const text = sanitizePrompt(prompt);
  if (text === '') {
    return [];
  }
  const isPaste = submit.kind === 'paste' && terminal.bracketedPaste;
  const data = isPaste ? pastePlainText(text) : typePlainText(text);
  return [
    { data, waitMs: submit.gapMs },
    { data: submit.key ?? ENTER, waitMs: 0 },
  ];
}

/** The writes that interrupt an agent's turn. */
export function planInterruptKeystrokes({
  interrupt,
}: Pick<ProviderDefinition, 'interrupt'>): readonly Keystrokes[] {
  return interrupt.map((data) => ({ data, waitMs: INTERRUPT_GAP_MS }));
}
