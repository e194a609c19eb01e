import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../support/waitFor';
import { UI_LIMIT_MS } from './limits';
import type { Palette } from './palette';

export interface TreeRow {
  /** The label for screen readers. */
  readonly label: string;
  /** 1 is the outermost. */
  readonly level: number;
}

/** How long a tree at rest has not changed, in milliseconds. */
const REST_MS = 400;

/** The view "Sessions" in the side bar. */
export class SessionsView {
  readonly icon: Locator;
  private readonly pane: Locator;

  constructor(
    private readonly page: Page,
    private readonly palette: Palette,
  ) {
    this.icon = page.locator('.activitybar').getByRole('tab', { name: 'Agent Terminals' });
    this.pane = page
      .locator('.part.sidebar .pane')
      .filter({ has: page.locator('.pane-header[aria-label^="Sessions"]') });
  }

  /**
   * Shows the view. Not by its icon: a click there hides the view if VS Code, during its start,
   * restores it in the same moment.
   */
  async open(): Promise<void> {
    if (!(await this.pane.isVisible())) {
      await this.palette.run('View: Show Agent Terminals');
      await this.pane.waitFor({ timeout: UI_LIMIT_MS });
    }
  }

  /** The visible rows, outermost first. */
  async rows(): Promise<readonly TreeRow[]> {
    return this.pane.locator('.monaco-list-row').evaluateAll((rows) =>
      (rows as unknown as RowElement[]).map((row) => ({
        label: row.getAttribute('aria-label') ?? '',
        level: Number(row.getAttribute('aria-level')),
      })),
    );
  }

  /** The visible rows by their labels for screen readers, one per line, indented by level. */
  async tree(): Promise<string> {
    const lines = (await this.rows()).map(
      ({ label, level }) => `${'  '.repeat(level - 1)}${label}`,
    );
    return lines.join('\n');
  }

  /** Waits until the whole tree matches `expected`. */
  async waitForTree(expected: RegExp | string, limitMs = UI_LIMIT_MS): Promise<void> {
    let last = '';
    await waitFor(
      async () => {
        last = await this.tree();
        return typeof expected === 'string' ? last === expected : expected.test(last);
      },
      {
        limitMs,
        what: () => `the tree\n${String(expected)}\nIt is\n${last}`,
      },
    );
  }

  /** The row whose spoken label contains a text. */
  row(text: string): Locator {
    return this.pane.getByRole('treeitem', { name: text }).first();
  }

  /** Waits until the row whose spoken label contains a text has the focus. */
  async waitForFocusedRow(text: string): Promise<void> {
    await this.focused(text).waitFor({ timeout: UI_LIMIT_MS });
  }

  isFocused(text: string): Promise<boolean> {
    return this.focused(text).isVisible();
  }

  private focused(text: string): Locator {
    const row = this.pane.locator('.monaco-list:focus .monaco-list-row.focused');
    return row.and(this.pane.getByRole('treeitem', { name: text }));
  }

  /** Waits until the row whose spoken label contains a text is selected. */
  async waitForSelectedRow(text: string): Promise<void> {
    const selected = this.pane.locator('.monaco-list-row.selected');
    await selected.and(this.pane.getByRole('treeitem', { name: text })).waitFor({
      timeout: UI_LIMIT_MS,
    });
  }

  async click(text: string): Promise<void> {
    await this.waitForRest();
    await this.row(text).click({ timeout: UI_LIMIT_MS });
  }

  /** A row that is redrawn between the press and the release of the mouse ignores the click. */
  private async waitForRest(): Promise<void> {
    let last = '';
    let since = Date.now();
    await waitFor(
      async () => {
        const tree = await this.tree();
        since = tree === last ? since : Date.now();
        last = tree;
        return Date.now() - since >= REST_MS;
      },
      { limitMs: UI_LIMIT_MS, what: 'the tree to come to rest' },
    );
  }

  /** Presses an action that a row shows while the mouse is over it. */
  async pressInline(text: string, action: string): Promise<void> {
    await this.waitForRest();
    await this.row(text).hover({ timeout: UI_LIMIT_MS });
    const button = this.row(text).getByRole('button', { name: action });
    await button.click({ timeout: UI_LIMIT_MS });
  }

  /** Redraws all rows by the button Refresh. */
  async refresh(): Promise<void> {
    const sideBar = this.page.locator('.part.sidebar');
    await sideBar.getByRole('button', { name: 'Refresh' }).click({ timeout: UI_LIMIT_MS });
    await this.waitForRest();
  }

  /** Opens a row's context menu; returns its items. */
  async showMenu(text: string): Promise<readonly string[]> {
    await this.openMenu(text);
    const items = this.page.getByRole('menu').getByRole('menuitem');
    await items.first().waitFor({ timeout: UI_LIMIT_MS });
    // The text of an item may end with its key.
    return (await items.allInnerTexts()).map((item) => item.replace(/\n.*/, ''));
  }

  /** A row that is redrawn during the press opens no menu, as it ignores a click. */
  private async openMenu(text: string): Promise<void> {
    await this.waitForRest();
    await this.row(text).click({ button: 'right', timeout: UI_LIMIT_MS });
  }

  async hideMenu(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.getByRole('menu').waitFor({ state: 'hidden', timeout: UI_LIMIT_MS });
  }

  /** Selects an action of a row's context menu. */
  async pressInMenu(text: string, action: string): Promise<void> {
    const item = this.page.getByRole('menuitem', { name: action });
    let items: readonly string[] = [];
    // VS Code sets `isWorkspaceTrusted` some time after the start of a window, when it is idle: until then its menus
    // lack the actions that need trust.
    await waitFor(
      async () => {
        items = await this.showMenu(text);
        const isThere = (await item.count()) > 0;
        await (isThere ? undefined : this.hideMenu());
        return isThere;
      },
      {
        limitMs: UI_LIMIT_MS,
        what: () => `"${action}" in the menu of "${text}". It has ${JSON.stringify(items)}`,
      },
    );
    // A new menu ignores clicks for a moment, since a click may be the one that opened it.
    await item.hover({ timeout: UI_LIMIT_MS });
    await this.page.keyboard.press('Enter');
    await item.waitFor({ state: 'hidden', timeout: UI_LIMIT_MS });
  }

  /** Waits for the welcome text of the empty view; returns all of it. */
  async waitForWelcome(text: string): Promise<string> {
    const content = this.pane.locator('.welcome-view-content').filter({ hasText: text });
    await content.waitFor({ timeout: UI_LIMIT_MS });
    return content.innerText();
  }

  /** Presses a button or follows a link of the welcome text. */
  async pressWelcome(name: string): Promise<void> {
    const content = this.pane.locator('.welcome-view-content');
    const button = content.getByRole('button', { name }).or(content.getByRole('link', { name }));
    await button.first().click({ timeout: UI_LIMIT_MS });
  }
}

interface RowElement {
  getAttribute(name: string): string | null;
}
