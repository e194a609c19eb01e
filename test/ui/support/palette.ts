import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../support/waitFor';
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
    await this.find(title);
    const command = this.quickInput.rows().filter({ hasText: title }).first();
    await command.click({ timeout: UI_LIMIT_MS });
  }

  /** The same without the mouse: the title has to be the first that is found. */
  async runByKeyboard(title: string): Promise<void> {
    await this.find(title);
    await this.quickInput.waitForFirstRow(title);
    await this.page.keyboard.press('Enter');
  }

  /** The list holds the commands that were there when it was made, so it is made until ours is there. */
  private async find(title: string): Promise<void> {
    const { input } = this.quickInput;
    const command = this.quickInput.rows().filter({ hasText: title }).first();
    await this.page.keyboard.press('F1');
    await input.waitFor({ timeout: UI_LIMIT_MS });
    await waitFor(
      async () => {
        await input.fill('>');
        await input.fill(`>${title}`);
        return isShown(command);
      },
      { limitMs: UI_LIMIT_MS, what: `the command "${title}" in the palette` },
    );
  }
}

const LIST_LIMIT_MS = 1_000;

async function isShown(row: Locator): Promise<boolean> {
  return row.waitFor({ timeout: LIST_LIMIT_MS }).then(
    () => true,
    () => false,
  );
}
