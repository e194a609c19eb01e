import type { Choice, Choices } from '../../../src/views/dialogs/quickPickers';

/** Chooses the first label that contains the word, and records all labels. */
export function choosing(word: string | undefined): Choices & { readonly seen: string[][] } {
  const seen: string[][] = [];
  return {
    seen,
    choose: <Value>(_question: string, choices: readonly Choice<Value>[]) => {
      seen.push(choices.map(({ label }) => label));
      const found = choices.find(({ label }) => word !== undefined && label.includes(word));
      return Promise.resolve(found?.value);
    },
    chooseMany: () => Promise.resolve(undefined),
    chooseDirectory: () => Promise.resolve('/chosen'),
  };
}
