import * as vscode from 'vscode';
import { SessionError, toMessage } from '../../base/errors';
import { errorActions, type ErrorAction } from './errorActions';
import { withoutLinks } from './messageText';
import { openSetting } from '../workspace/openSettings';

/** Tells the person what went wrong and what to do about it: each thing once, and in the log. */
export class Messages {
  private readonly noted = new Set<string>();

  constructor(
    private readonly log: Pick<vscode.LogOutputChannel, 'show' | 'info' | 'warn' | 'error'>,
  ) {}

  readonly showError = (error: unknown): void => {
    this.logError(error);
    const actions = errorActions(error);
    const titles = actions.map(({ kind }) => TITLES[kind]);
    void vscode.window
      .showErrorMessage(withoutLinks(toMessage(error)), ...titles)
      .then(async (title) => {
        const action = actions.find(({ kind }) => TITLES[kind] === title);
        if (action) {
          await this.act(action);
        }
      });
  };

  /** Something to know that stops nothing. */
  readonly showNotice = (notice: string): void => {
    this.log.warn(notice);
    // Without a button VS Code would cut it to one line.
    void vscode.window.showWarningMessage(withoutLinks(notice), TITLES.showLog).then((title) => {
      if (title) {
        this.showLog();
      }
    });
  };

  /** Something that stops what was asked for, unless the person says to go on with it: whether they do. */
  readonly offer = async (sentence: string, action: string): Promise<boolean> => {
    this.log.warn(sentence);
    return (await vscode.window.showWarningMessage(withoutLinks(sentence), action)) === action;
  };

  /** Something for the log alone, and there once. */
  readonly noteOnce = (sentence: string): void => {
    if (!this.noted.has(sentence)) {
      this.noted.add(sentence);
      this.log.info(sentence);
    }
  };

  /** What a command did, where it cannot be seen. */
  readonly showInfo = (text: string): void => {
    void vscode.window.showInformationMessage(withoutLinks(text));
  };

  readonly showLog = (): void => {
    this.log.show();
  };

  private logError(error: unknown): void {
    if (SessionError.is(error)) {
      this.log.warn(`${error.code}: ${error.message}`, ...(error.cause ? [error.cause] : []));
    } else {
      this.log.error(error instanceof Error ? error : String(error));
    }
  }

  private async act(action: ErrorAction): Promise<void> {
    switch (action.kind) {
      case 'showLog':
        this.showLog();
        break;
      case 'manageTrust':
        await vscode.commands.executeCommand('workbench.trust.manage');
        break;
      case 'openSettings':
        await openSetting(action.setting);
        break;
      case 'copyInstallCommand':
        await vscode.env.clipboard.writeText(action.command);
        break;
    }
  }
}

const TITLES = {
  showLog: 'Show Log',
  manageTrust: 'Manage Workspace Trust',
  openSettings: 'Open Settings',
  copyInstallCommand: 'Copy Install Command',
} as const satisfies Record<ErrorAction['kind'], string>;
