import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../support/waitFor';
import { UI_LIMIT_MS } from './limits';

/** The tabs of the editor area, where sessions open. */
export class EditorTabs {
  private readonly labels: Locator;

  constructor(private readonly page: Page) {
    this.labels = page.locator('.part.editor .tabs-container .tab .label-name');
  }

  /** What the tabs are called, left to right. */
  names(): Promise<readonly string[]> {
    return this.labels.allInnerTexts();
  }

  async waitForNames(expected: readonly string[]): Promise<void> {
    let last: readonly string[] = [];
    await waitFor(
      async () => {
        last = await this.names();
        return JSON.stringify(last) === JSON.stringify(expected);
      },
      {
        limitMs: UI_LIMIT_MS,
        what: () => `the tabs ${JSON.stringify(expected)}; there are ${JSON.stringify(last)}`,
      },
    );
  }

  /** Closes a tab as a person does, by the button on it. */
  async close(name: string): Promise<void> {
    const tab = this.page.locator('.part.editor .tab').filter({ hasText: name }).first();
    await tab.hover({ timeout: UI_LIMIT_MS });
    await tab.getByRole('button', { name: 'Close' }).click({ timeout: UI_LIMIT_MS });
  }
}
