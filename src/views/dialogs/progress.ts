import * as vscode from 'vscode';
import { CancelledCreationError } from '../../agents/worktrees/worktreeCreations';
import type { Steps } from '../../worktrees/create/steps';
import { vscodeMessages } from './vscodeMessages';

/**
 * Shows `title`, the current step and a cancel button until `work` settles; returns undefined if
 * the person has cancelled, here or in the tree.
 */
export type Progress = <T>(
  title: string,
  work: (steps: Steps) => Promise<T>,
) => Promise<T | undefined>;

/** Uses a notification of VS Code. */
export const showProgress: Progress = async (title, work) =>
  vscodeMessages.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (onProgress, token) => {
      const cancel = new AbortController();
      const listener = token.onCancellationRequested(() => cancel.abort());
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
