import type { Locator, Page } from 'playwright-core';
import { UI_LIMIT_MS } from './limits';

export interface TreeRow {
  readonly label: string;
  /** 1 is the outermost. */
  readonly level: number;
}

/** The view "Sessions" in the side bar. */
export class SessionsView {
  readonly icon: Locator;

  constructor(private readonly page: Page) {
    this.icon = page.locator('.activitybar').getByRole('tab', { name: 'Agent Terminals' });
  }

  /** Shows the view, from its icon in the activity bar. */
  async open(): Promise<void> {
    if ((await this.icon.getAttribute('aria-expanded', { timeout: UI_LIMIT_MS })) !== 'true') {
      await this.icon.click({ timeout: UI_LIMIT_MS });
    }
  }

  /** The visible rows, outermost first, as a screen reader tells them. */
  async rows(): Promise<readonly TreeRow[]> {
    const rows = await this.rowLocator().all();
    return Promise.all(
      rows.map(async (row) => ({
        label: (await row.getAttribute('aria-label')) ?? '',
        level: Number(await row.getAttribute('aria-level')),
      })),
    );
  }

  /** The row whose spoken label holds this text. */
  row(text: string): Locator {
    return this.page.locator(`.part.sidebar .monaco-list-row[aria-label*="${text}"]`).first();
  }

  private rowLocator(): Locator {
    return this.page.locator('.part.sidebar .monaco-list-row');
  }
}
