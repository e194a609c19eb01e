import * as vscode from 'vscode';
import type { Event } from '../../base/event';
import { DisposableStore } from '../../base/lifecycle';
import type { SessionTerminals } from './sessionTerminals';
import type { OpenTerminal, TerminalTab } from '../restore/terminalLayout';
import type { TerminalLocationSetting } from '../../config/contributions';
import type { TabOrder } from '../restore/planRestore';

/** Returns the tabs of terminals in the editor area, by group. */
export function listTerminalTabs(): readonly TerminalTab[] {
  return vscode.window.tabGroups.all.flatMap(({ viewColumn: column, tabs, activeTab }) =>
    tabs
      .filter(({ input }) => input instanceof vscode.TabInputTerminal)
      .map((tab) => ({ column, label: tab.label, isFront: tab === activeTab })),
  );
}

/** Returns all terminals, also those of others, in the order of their creation. */
export function listTerminals(terminals: SessionTerminals): readonly OpenTerminal[] {
  return vscode.window.terminals.map((terminal) => ({
    session: terminals.sessionIdOf(terminal),
    name: terminal.name,
    label: terminals.labelOf(terminal),
    isActive: terminal === vscode.window.activeTerminal,
  }));
}

/** Fires when terminals or tabs open, close, move or are renamed. */
export const onDidChangeTerminals: Event<void> = (listener) => {
  const { tabGroups } = vscode.window;
  const store = new DisposableStore();
  store.add(tabGroups.onDidChangeTabs(() => listener()));
  store.add(tabGroups.onDidChangeTabGroups(() => listener()));
  store.add(vscode.window.onDidOpenTerminal(() => listener()));
  store.add(vscode.window.onDidChangeActiveTerminal(() => listener()));
  store.add(
    vscode.window.onDidCloseTerminal((terminal) => isWindowClosing(terminal) || listener()),
  );
  return store;
};

/** Fires when the window closes its terminals because it closes or reloads. */
export const onWillClose: Event<void> = (listener) =>
  vscode.window.onDidCloseTerminal((terminal) => isWindowClosing(terminal) && listener());

/** Whether the panel already has a terminal; it is then usually open. */
export function hasTerminalInPanel(): boolean {
  return vscode.window.terminals.length > listTerminalTabs().length;
}

/**
 * Records the texts that are in front in their groups. The returned function brings them back,
 * except in the groups `except`.
 */
export function keepFronts(): (except: ReadonlySet<number>) => Promise<void> {
  const fronts = vscode.window.tabGroups.all.flatMap(({ viewColumn, activeTab }) => {
    const input = activeTab?.input;
    return input instanceof vscode.TabInputText ? [{ viewColumn, uri: input.uri }] : [];
  });
  return async (except) => {
    for (const { viewColumn, uri } of fronts.filter((front) => !except.has(front.viewColumn))) {
      await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: true });
    }
  };
}

function isWindowClosing({ exitStatus }: vscode.Terminal): boolean {
  return exitStatus?.reason === vscode.TerminalExitReason.Shutdown;
}

/** Whether the active tab is one that {@link keepInFront} can bring back. */
function hasFront(): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTerminal || input instanceof vscode.TabInputText;
}

/**
 * Records the text or terminal that is active. The returned function brings it back to the front,
 * without the focus, after another terminal has opened.
 */
export function keepInFront(): () => Promise<void> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const { activeTerminal: terminal, activeTextEditor: editor } = vscode.window;
  return async () => {
    if (input instanceof vscode.TabInputTerminal) {
      terminal?.show(true);
    } else if (input instanceof vscode.TabInputText && editor && !editor.document.isClosed) {
      const { document, viewColumn } = editor;
      const column = viewColumn === undefined ? {} : { viewColumn };
      await vscode.window.showTextDocument(document, { ...column, preserveFocus: true });
    }
  };
}

/** VS Code's setting of the rows above a terminal's screen; 1000 by default. */
export function terminalScrollback(): number {
  return vscode.workspace.getConfiguration('terminal.integrated').get('scrollback', 1000);
}

/**
 * Returns how new tabs are ordered. VS Code opens a tab right of the active one, unless the person
 * has set another position.
 */
export function tabOrderOf(location: TerminalLocationSetting): TabOrder {
  const positioning = vscode.workspace.getConfiguration('workbench.editor').get('openPositioning');
  if (location !== 'editor' || positioning !== 'right') {
    return 'after';
  }
  return hasFront() ? 'besideFront' : 'besideFirst';
}
