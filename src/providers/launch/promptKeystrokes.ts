import { ENTER, type Keystrokes } from '../model/keys';
import { pastePlainText, typePlainText, sanitizePrompt } from './plainText';
import type { ProviderDefinition, SubmitFacts } from '../model/providerDefinition';

/** Two Escs in one write would be read as Alt-Esc. */
const INTERRUPT_GAP_MS = 100;

interface Terminal {
  readonly bracketedPaste: boolean;
}

/**
 * Whether no line of a prompt is submitted alone. Typed line feeds count only for a CLI that never
 * enables pastes or is set not to get them: if another one accepts none now, something else may be
 * reading.
 */
export function arrivesWhole(prompt: string, submit: SubmitFacts, terminal: Terminal): boolean {
  const isTypedWhole = submit.kind === 'plain' && submit.lineFeed === 'neverSubmits';
  return !sanitizePrompt(prompt).includes('\n') || isPasted(submit, terminal) || isTypedWhole;
}

/**
 * The writes that type and submit a prompt; none if the prompt is empty after sanitising. Most TUIs
 * treat a CR directly after the text as part of it, hence the pause. Requires
 * {@link arrivesWhole}.
 */
export function planPromptKeystrokes(
  prompt: string,
  submit: SubmitFacts,
  terminal: Terminal,
): readonly Keystrokes[] {
  const text = sanitizePrompt(prompt);
  if (text === '') {
    return [];
  }
  const data = isPasted(submit, terminal) ? pastePlainText(text) : typePlainText(text);
  return [
    { data, waitMs: submit.gapMs },
    { data: submit.key ?? ENTER, waitMs: 0 },
  ];
}

function isPasted({ kind }: SubmitFacts, { bracketedPaste }: Terminal): boolean {
  return kind === 'paste' && bracketedPaste;
}

export function planInterruptKeystrokes({
  interrupt,
}: Pick<ProviderDefinition, 'interrupt'>): readonly Keystrokes[] {
  return interrupt.map((data) => ({ data, waitMs: INTERRUPT_GAP_MS }));
}
