import type { Page } from 'playwright-core';
import { UI_LIMIT_MS } from './limits';
import type { QuickInput } from './quickInput';

/** The command palette. */
export class Palette {
  constructor(
    private readonly page: Page,
    private readonly quickInput: QuickInput,
  ) {}

  /** Runs a command by the title that the palette shows, category included. */
  async run(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.quickInput.input.waitFor({ timeout: UI_LIMIT_MS });
    await this.quickInput.input.fill(`>${title}`);
    const command = this.quickInput.rows().filter({ hasText: title }).first();
    await command.click({ timeout: UI_LIMIT_MS });
  }

  /** The same without the mouse: the title has to be the first that is found. */
  async runByKeyboard(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.quickInput.input.waitFor({ timeout: UI_LIMIT_MS });
    await this.quickInput.input.fill(`>${title}`);
    await this.quickInput.waitForFirstRow(title);
    await this.page.keyboard.press('Enter');
  }
}
