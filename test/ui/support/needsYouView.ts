import type { Locator, Page } from 'playwright-core';
import { UI_LIMIT_MS } from './limits';

/** The view "Needs You" in the side bar. */
export class NeedsYouView {
  private readonly pane: Locator;

  constructor(page: Page) {
    this.pane = page
      .locator('.part.sidebar .pane')
      .filter({ has: page.locator('.pane-header[aria-label^="Needs You"]') });
  }

  isShown(): Promise<boolean> {
    return this.pane.isVisible();
  }

  /** Waits for the row whose spoken label contains a text; returns that label. */
  async waitForRow(text: string | RegExp, limitMs = UI_LIMIT_MS): Promise<string> {
    const row = this.row(text);
    await row.waitFor({ timeout: limitMs });
    return (await row.getAttribute('aria-label')) ?? '';
  }

  /** Waits until the view is empty. */
  async waitForNone(): Promise<void> {
    await this.pane.waitFor({ state: 'hidden', timeout: UI_LIMIT_MS });
  }

  /** Presses an action that a row shows while the mouse is over it. */
  async pressInline(text: string | RegExp, action: string): Promise<void> {
    await this.row(text).hover({ timeout: UI_LIMIT_MS });
    await this.row(text).getByRole('button', { name: action }).click({ timeout: UI_LIMIT_MS });
  }

  private row(text: string | RegExp): Locator {
    return this.pane.getByRole('treeitem', { name: text }).first();
  }
}
