import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../support/waitFor';
import { UI_LIMIT_MS } from './limits';

/** What VS Code tells in the corner. */
export class Notifications {
  private readonly items: Locator;

  constructor(page: Page) {
    this.items = page.locator('.notifications-toasts .notification-list-item');
  }

  /** The messages that are shown, newest first. */
  async messages(): Promise<readonly string[]> {
    return this.items.locator('.notification-list-item-message').allInnerTexts();
  }

  /** Waits for a message; gives it whole. */
  async waitFor(text: string): Promise<string> {
    const item = this.holding(text).locator('.notification-list-item-message');
    await item.waitFor({ timeout: UI_LIMIT_MS });
    return item.innerText();
  }

  /** The buttons of the message with this text. */
  async buttons(text: string): Promise<readonly string[]> {
    return this.holding(text)
      .locator('.notification-list-item-buttons-container .monaco-button')
      .allInnerTexts();
  }

  async press(text: string, button: string): Promise<void> {
    await this.holding(text).getByRole('button', { name: button }).click({ timeout: UI_LIMIT_MS });
  }

  /** Puts all of them away. */
  async clear(): Promise<void> {
    await waitFor(
      async () => {
        const close = this.items.first();
        if (await close.isVisible()) {
          await close.hover({ timeout: UI_LIMIT_MS });
          await close.locator('.codicon-notifications-clear').click({ timeout: UI_LIMIT_MS });
        }
        return (await this.items.count()) === 0;
      },
      { limitMs: UI_LIMIT_MS, what: 'the notifications to go' },
    );
  }

  private holding(text: string): Locator {
    return this.items.filter({ hasText: text }).first();
  }
}
