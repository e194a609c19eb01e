import type { Locator, Page } from 'playwright-core';
import { UI_LIMIT_MS } from './limits';

/** The modal dialog of VS Code. */
export class Dialog {
  private readonly box: Locator;

  constructor(private readonly page: Page) {
    this.box = page.locator('.monaco-dialog-box');
  }

  isShown(): Promise<boolean> {
    return this.box.isVisible();
  }

  /** Waits for a question that contains a text; returns its message and its detail. */
  async waitFor(text: string): Promise<string> {
    await this.box.filter({ hasText: text }).waitFor({ timeout: UI_LIMIT_MS });
    return this.box.locator('.dialog-message-container').innerText();
  }

  async answer(button: string): Promise<void> {
    await this.box
      .getByRole('button', { name: button, exact: true })
      .click({ timeout: UI_LIMIT_MS });
    await this.waitUntilClosed();
  }

  async dismiss(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.waitUntilClosed();
  }

  async waitUntilClosed(): Promise<void> {
    await this.box.waitFor({ state: 'hidden', timeout: UI_LIMIT_MS });
  }
}
