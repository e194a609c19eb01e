import { findFolderOf } from '../../agents/folderRef';
import { systemClock as clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Messages } from '../dialogs/messages';
import type { DisplayOf } from '../dialogs/providerDisplay';
import { LayoutFile } from '../terminals/layoutFile';
import {
  hasTerminalInPanel,
  keepFronts,
  listTerminals,
  listTerminalTabs,
  onDidChangeTerminals,
  onWillClose,
  terminalScrollback,
} from '../terminals/openTabs';
import { SessionTerminals } from '../terminals/sessionTerminals';
import { markOf } from '../tree/sessionPresentation';
import type { ViewsDeps } from '../viewsDeps';
import { listFolders } from '../workspace/workspaceState';
import { TerminalLayoutKeeper } from './terminalLayoutKeeper';
import { TerminalsRestore } from './terminalsRestore';

/**
 * The terminals of a window, which are restored to their positions. Each uses the settings of the folder that
 * contains it.
 */
export class TerminalViews implements Disposable {
  private readonly store = new DisposableStore();
  private readonly keeper: TerminalLayoutKeeper | undefined;
  private readonly restore: TerminalsRestore | undefined;
  readonly terminals: SessionTerminals;

  constructor(
    private readonly deps: ViewsDeps,
    displayOf: DisplayOf,
    private readonly messages: Messages,
  ) {
    const { layoutPath, log, look, settings } = deps;
    const { reconnector, sessions, status, tasks } = deps.core;
    const terminals = this.store.add(
      new SessionTerminals({
        clock,
        displayOf,
        log,
        activityMark: (id) => markOf(sessions.get(id), status.get(id).state),
        onTerminalClose: (cwd) =>
          settings.read(findFolderOf(cwd, listFolders())?.uri).settings.onTerminalClose,
        readInput: (input) => look.readInput(input),
        sessions,
        showError: messages.showError,
        takeBack: (id) => this.takeBack(id),
        terminalScrollback,
      }),
    );
    this.terminals = terminals;
    if (layoutPath !== undefined) {
      const isOfOtherWindow = (id: string): boolean => reconnector.isRunningElsewhere(id);
      const file = new LayoutFile(layoutPath, isOfOtherWindow, (error) =>
        log.error('The places of terminals cannot be saved.', error),
      );
      const keeper = this.store.add(
        new TerminalLayoutKeeper({
          clock,
          file,
          onDidChange: onDidChangeTerminals,
          onWillClose,
          tabs: listTerminalTabs,
          terminals: () => listTerminals(terminals),
        }),
      );
      this.keeper = keeper;
      this.restore = this.store.add(
        new TerminalsRestore({
          clock,
          file,
          handleError: this.handleError,
          hasPanel: hasTerminalInPanel,
          keeper,
          keepFronts,
          reconnector,
          sessions,
          tasks,
          terminals,
        }),
      );
    }
  }

  /**
   * Restores the terminals, and stores their positions from then on. Call it once sessions are
   * taken over.
   */
  async start(): Promise<void> {
    try {
      await this.restore?.start();
    } catch (error) {
      this.handleError(error);
    }
  }

  private readonly handleError = (error: unknown): void =>
    this.deps.log.error('Terminals cannot be opened in their previous places.', error);

  /** Resolves when the positions are written, or the write has failed. */
  async flush(): Promise<void> {
    await this.keeper?.flush();
  }

  dispose(): void {
    this.store.dispose();
  }

  /** An error means that the session still runs, so it may be tried again. */
  private async takeBack(sessionId: string): Promise<boolean> {
    try {
      return (await this.deps.core.reconnector.takeOver(sessionId, 'always')) !== undefined;
    } catch (error) {
      this.messages.showError(error);
      return true;
    }
  }
}
