import * as vscode from 'vscode';
import { SessionError, toMessage } from '../../base/errors';
import { errorActions, type ErrorAction } from './errorActions';
import { SETTINGS_SECTION } from '../../config/contributions';
import { vscodeMessages } from './vscodeMessages';

/** Shows errors and notices to the person, each once, and writes them to the log. */
export class Messages {
  private readonly noted = new Set<string>();

  constructor(private readonly log: vscode.LogOutputChannel) {}

  readonly showError = (error: unknown): void => {
    this.logError(error);
    const actions = errorActions(error);
    const titles = actions.map(({ kind }) => TITLES[kind]);
    void vscodeMessages.showError(toMessage(error), ...titles).then(async (title) => {
      const action = actions.find(({ kind }) => TITLES[kind] === title);
      if (action) {
        await this.act(action);
      }
    });
  };

  /** Shows a problem that stops nothing. */
  readonly showNotice = (notice: string): void => {
    this.log.warn(notice);
    // VS Code would cut a message without a button to one line.
    void vscodeMessages.showWarning(notice, TITLES.showLog).then((title) => {
      if (title) {
        this.showLog();
      }
    });
  };

  /**
   * Shows a problem that stops the request, with an action to continue. Returns whether the person
   * chose it.
   */
  readonly offer = async (sentence: string, action: string): Promise<boolean> => {
    this.log.warn(sentence);
    return (await vscodeMessages.showWarning(sentence, action)) === action;
  };

  /** Logs a sentence the first time only. */
  readonly noteOnce = (sentence: string): void => {
    if (!this.noted.has(sentence)) {
      this.noted.add(sentence);
      this.log.info(sentence);
    }
  };

  /** Shows the result of a command that is not visible otherwise. */
  readonly showInfo = (text: string): void => {
    void vscodeMessages.showInformation(text);
  };

  /** Shows a result and what can be done next; returns what the person chose. */
  readonly choose = async <Action extends string>(
    text: string,
    actions: readonly Action[],
  ): Promise<Action | undefined> => {
    const chosen = await vscodeMessages.showInformation(text, ...actions);
    return actions.find((action) => action === chosen);
  };

  readonly showLog = (): void => {
    this.log.show();
  };

  private logError(error: unknown): void {
    if (SessionError.is(error)) {
      this.log.warn(`${error.code}: ${error.logged}`, ...(error.cause ? [error.cause] : []));
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
        await vscode.commands.executeCommand(
          'workbench.action.openSettings',
          `${SETTINGS_SECTION}.${action.setting}`,
        );
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
