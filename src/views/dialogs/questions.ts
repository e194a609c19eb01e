import * as vscode from 'vscode';

export interface Question<Answer extends string> {
  /** One sentence that ends in a question mark. */
  readonly message: string;
  readonly detail?: string | undefined;
  /** The first is the default; dismissing the question is always possible beside them. */
  readonly answers: readonly Answer[];
}

/** Asks what has to be answered before anything goes on; `undefined` where it was dismissed. */
export interface Questions {
  ask<const Answer extends string>(question: Question<Answer>): Promise<Answer | undefined>;
}

/** By modal dialogs. */
export const modalQuestions: Questions = {
  async ask({ message, detail, answers }) {
    const options = { modal: true, ...(detail === undefined ? {} : { detail }) };
    const chosen = await vscode.window.showWarningMessage(message, options, ...answers);
    return answers.find((answer) => answer === chosen);
  },
};
