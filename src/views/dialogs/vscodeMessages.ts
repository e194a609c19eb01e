import * as vscode from 'vscode';
import { CancelledCreationError } from '../../agents/worktrees/worktreeCreations';
import type { Steps } from '../../worktrees/create/steps';
import { withoutLinks } from './shownText';

/*
 * The messages, questions and progress of VS Code. All texts pass through here without links: VS Code
 * shows `[words](command:...)` in them as a link that runs a command, and parts of a text may come from a
 * repository or an agent.
 */

export const vscodeMessages = {
  showError: (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
    vscode.window.showErrorMessage(withoutLinks(text), ...buttons),

  showWarning: (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
    vscode.window.showWarningMessage(withoutLinks(text), ...buttons),

  showInformation: (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
    vscode.window.showInformationMessage(withoutLinks(text), ...buttons),
} as const;

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

export const modalQuestions: Questions = {
  async ask({ message, detail, answers, closing }) {
    const buttons = answers.map((title) => ({ title, isCloseAffordance: title === closing }));
    const shown = detail === undefined ? {} : { detail: withoutLinks(detail) };
    const options = { modal: true, ...shown };
    const text = withoutLinks(message);
    const chosen = await vscode.window.showWarningMessage(text, options, ...buttons);
    return answers.find((answer) => answer === chosen?.title);
  },
};

/** Shows `title` in the status bar until `work` settles. */
export type Busy = <T>(title: string, work: () => Promise<T>) => Promise<T>;

export const showBusy: Busy = async (title, work) =>
  vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: withoutLinks(title) },
    work,
  );

/**
 * Shows `title`, the current step and a cancel button until `work` settles; returns undefined if
 * the person has cancelled, here or in the tree.
 */
export type Progress = <T>(
  title: string,
  work: (steps: Steps) => Promise<T>,
) => Promise<T | undefined>;

export const showProgress: Progress = async (title, work) =>
  vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: withoutLinks(title),
      cancellable: true,
    },
    async (progress, token) => {
      const cancel = new AbortController();
      const listener = token.onCancellationRequested(() => cancel.abort());
      const onProgress = (step: string): void => progress.report({ message: withoutLinks(step) });
      try {
        return await work({ onProgress, signal: cancel.signal });
      } catch (error) {
        if (cancel.signal.aborted || error instanceof CancelledCreationError) {
          return undefined;
        }
        throw error;
      } finally {
        listener.dispose();
      }
    },
  );
