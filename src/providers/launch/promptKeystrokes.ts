import { ENTER, type Keystrokes } from '../model/keys';
import { pastePlainText, typePlainText } from './plainText';
import type { ProviderDefinition, SubmitFacts } from '../model/providerDefinition';
import { sanitizePrompt } from './sanitizePrompt';

/** Two Escs in one write would be read as Alt-Esc. */
const INTERRUPT_GAP_MS = 100;

/**
 * The writes that type and submit a prompt; none if the prompt is empty after sanitising. Most TUIs
 * treat a CR directly after the text as part of it, hence the pause. LF submits in none of them.
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
