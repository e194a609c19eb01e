import { vscodeMessages } from './vscodeMessages';

export interface Question<Answer extends string> {
  /** One sentence that ends in a question mark. */
  readonly message: string;
  readonly detail?: string | undefined;
  /** The first is the default. */
  readonly answers: readonly Answer[];
  /** The answer of a person who closes the question. Without it, a button Cancel dismisses the question. */
  readonly closing?: Answer;
}

/** Asks a question that blocks everything else; undefined if it is dismissed. */
export interface Questions {
  ask<const Answer extends string>(question: Question<Answer>): Promise<Answer | undefined>;
}

/** Uses modal dialogs. */
export const modalQuestions: Questions = {
  async ask({ message, detail, answers, closing }) {
    const buttons = answers.map((title) => ({ title, isCloseAffordance: title === closing }));
    const chosen = await vscodeMessages.showModal(message, detail, buttons);
    return answers.find((answer) => answer === chosen);
  },
};
