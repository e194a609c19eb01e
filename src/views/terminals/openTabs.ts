import * as vscode from 'vscode';
import type { Event } from '../../base/event';
import { DisposableStore } from '../../base/lifecycle';
import type { SessionTerminals } from './sessionTerminals';
import type { OpenTerminal, TerminalTab } from '../restore/terminalLayout';

/** The terminals' tabs in the editor area, group by group. */
export function listTerminalTabs(): readonly TerminalTab[] {
  return vscode.window.tabGroups.all.flatMap(({ viewColumn: column, tabs, activeTab }) =>
    tabs
      .filter(({ input }) => input instanceof vscode.TabInputTerminal)
      .map((tab) => ({ column, label: tab.label, isFront: tab === activeTab })),
  );
}

/** All terminals, ours and others, in the order in which they came. */
export function listTerminals(
  terminals: Pick<SessionTerminals, 'labelOf' | 'sessionIdOf'>,
): readonly OpenTerminal[] {
  return vscode.window.terminals.map((terminal) => ({
    session: terminals.sessionIdOf(terminal),
    name: terminal.name,
    label: terminals.labelOf(terminal),
    isActive: terminal === vscode.window.activeTerminal,
  }));
}

/** Terminals or tabs have come, gone, moved, or have another name. */
export const onDidChangeTerminals: Event<void> = (listener) => {
  const { tabGroups } = vscode.window;
  const store = new DisposableStore();
  store.add(tabGroups.onDidChangeTabs(() => listener()));
  store.add(tabGroups.onDidChangeTabGroups(() => listener()));
  store.add(vscode.window.onDidOpenTerminal(() => listener()));
  store.add(vscode.window.onDidChangeActiveTerminal(() => listener()));
  store.add(vscode.window.onDidCloseTerminal((terminal) => isGoing(terminal) || listener()));
  return store;
};

/** The window closes its terminals, for it is closed or loaded anew. */
export const onWillGo: Event<void> = (listener) =>
  vscode.window.onDidCloseTerminal((terminal) => isGoing(terminal) && listener());

/** Whether a terminal is in the panel already, so that it is open, as a rule. */
export function hasTerminalInPanel(): boolean {
  return vscode.window.terminals.length > listTerminalTabs().length;
}

/** Remembers the texts that are in front of their groups; what it gives brings them back, but in some groups. */
export function keepFronts(): (but: ReadonlySet<number>) => Promise<void> {
  const fronts = vscode.window.tabGroups.all.flatMap(({ viewColumn, activeTab }) => {
    const input = activeTab?.input;
    return input instanceof vscode.TabInputText ? [{ viewColumn, uri: input.uri }] : [];
  });
  return async (but) => {
    for (const { viewColumn, uri } of fronts.filter((front) => !but.has(front.viewColumn))) {
      await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: true });
    }
  };
}

function isGoing({ exitStatus }: vscode.Terminal): boolean {
  return exitStatus?.reason === vscode.TerminalExitReason.Shutdown;
}
