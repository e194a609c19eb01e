import { vscodeMessages } from './vscodeMessages';

export interface Question<Answer extends string> {
  /** One sentence that ends in a question mark. */
  readonly message: string;
  readonly detail?: string | undefined;
  /** The first is the default. The person can always dismiss the question instead. */
  readonly answers: readonly Answer[];
}

/** Asks a question that blocks everything else; undefined if it is dismissed. */
export interface Questions {
  ask<const Answer extends string>(question: Question<Answer>): Promise<Answer | undefined>;
}

/** Uses modal dialogs. */
export const modalQuestions: Questions = {
  async ask({ message, detail, answers }) {
    const chosen = await vscodeMessages.showModal(message, detail, ...answers);
    return answers.find((answer) => answer === chosen);
  },
};
