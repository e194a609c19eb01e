import type { WindowSessions } from '../../pty/windowSessions';
import type { SessionReconnector } from '../../ownership/sessionReconnector';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { TaskStore } from '../../tasks/taskStore';
import { LayoutFile } from '../terminals/layoutFile';
import {
  hasTerminalInPanel,
  keepFronts,
  listTerminals,
  listTerminalTabs,
  onDidChangeTerminals,
  onWillClose,
} from '../terminals/openTabs';
import { SessionTerminals, type SessionTerminalsDeps } from '../terminals/sessionTerminals';
import { TerminalLayoutKeeper } from './terminalLayoutKeeper';
import { TerminalsRestore } from './terminalsRestore';

interface TerminalViewsDeps extends Omit<SessionTerminalsDeps, 'takeBack'> {
  readonly sessions: WindowSessions;
  readonly reconnector: SessionReconnector;
  readonly tasks: TaskStore;
  /**
   * The file that stores which terminals are open where; undefined for a window without a
   * workspace.
   */
  readonly layoutPath: string | undefined;
}

/** The terminals of a window, which are restored to their positions. */
export class TerminalViews implements Disposable {
  private readonly store = new DisposableStore();
  private readonly keeper: TerminalLayoutKeeper | undefined;
  private readonly restore: TerminalsRestore | undefined;
  readonly terminals: SessionTerminals;

  constructor(private readonly deps: TerminalViewsDeps) {
    const { layoutPath, clock, log, reconnector, sessions, tasks } = deps;
    const terminals = this.store.add(
      new SessionTerminals({
        clock,
        displayOf: deps.displayOf,
        log,
        activityMark: (id) => deps.activityMark(id),
        onTerminalClose: (cwd) => deps.onTerminalClose(cwd),
        readInput: (input) => deps.readInput?.(input),
        sessions,
        showError: (error) => deps.showError(error),
        takeBack: (id) => this.takeBack(id),
        terminalScrollback: () => deps.terminalScrollback(),
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
      return (await this.deps.reconnector.takeOver(sessionId, 'always')) !== undefined;
    } catch (error) {
      this.deps.showError(error);
      return true;
    }
  }
}
