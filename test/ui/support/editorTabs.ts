import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../support/waitFor';
import { UI_LIMIT_MS } from './limits';

/** The tabs of the editor area, where sessions open. */
export class EditorTabs {
  private readonly labels: Locator;

  constructor(private readonly page: Page) {
    this.labels = page.locator('.part.editor .tabs-container .tab .label-name');
  }

  /** The names of the tabs, from left to right. */
  names(): Promise<readonly string[]> {
    return this.labels.allInnerTexts();
  }

  /** The same for each editor group, from left to right; a `*` marks the tab in front. */
  async groups(): Promise<readonly (readonly string[])[]> {
    const groups = await this.page.locator('.part.editor .editor-group-container').all();
    return Promise.all(
      groups.map(async (group) => {
        const tabs = await group.locator('.tabs-container .tab').all();
        return Promise.all(
          tabs.map(async (tab) => {
            const name = await tab.locator('.label-name').innerText();
            const isFront = (await tab.getAttribute('aria-selected')) === 'true';
            return isFront ? `${name}*` : name;
          }),
        );
      }),
    );
  }

  /** Waits until the groups match `expected`; names are patterns, since agents set titles. */
  async waitForGroups(
    expected: readonly (readonly RegExp[])[],
    limitMs = UI_LIMIT_MS,
  ): Promise<void> {
    let last: readonly (readonly string[])[] = [];
    await waitFor(
      async () => {
        // The tabs are being redrawn.
        last = await this.groups().catch(() => last);
        return (
          last.length === expected.length &&
          last.every(
            (group, at) =>
              group.length === expected[at]?.length &&
              group.every((name, tab) => expected[at]?.[tab]?.test(name)),
          )
        );
      },
      {
        limitMs,
        what: () => `the groups ${expected.join(' | ')}; there are ${JSON.stringify(last)}`,
      },
    );
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

  /** Closes a tab by its button. */
  async close(name: string): Promise<void> {
    const tab = this.page.locator('.part.editor .tab').filter({ hasText: name }).first();
    await tab.hover({ timeout: UI_LIMIT_MS });
    await tab.getByRole('button', { name: 'Close' }).click({ timeout: UI_LIMIT_MS });
  }
}
