import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../support/waitFor';
import { UI_LIMIT_MS } from './limits';

/** The notifications of VS Code. */
export class Notifications {
  private readonly items: Locator;

  constructor(page: Page) {
    this.items = page.locator('.notifications-toasts .notification-list-item');
  }

  /** The shown messages, newest first. */
  async messages(): Promise<readonly string[]> {
    return this.items.locator('.notification-list-item-message').allInnerTexts();
  }

  /** Waits for a message that contains a text; returns all of it. */
  async waitFor(text: string): Promise<string> {
    const item = this.holding(text).locator('.notification-list-item-message');
    await item.waitFor({ timeout: UI_LIMIT_MS });
    return item.innerText();
  }

  /** The buttons of the message that contains a text. */
  async buttons(text: string): Promise<readonly string[]> {
    return this.holding(text)
      .locator('.notification-list-item-buttons-container .monaco-button')
      .allInnerTexts();
  }

  async press(text: string, button: string): Promise<void> {
    await this.holding(text).getByRole('button', { name: button }).click({ timeout: UI_LIMIT_MS });
  }

  /** Closes all notifications. */
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
      { limitMs: UI_LIMIT_MS, what: 'the notifications to close' },
    );
  }

  private holding(text: string): Locator {
    return this.items.filter({ hasText: text }).first();
  }
}
