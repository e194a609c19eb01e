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
    const command = this.quickInput.rows().filter({ hasText: title }).first();
    await waitFor(
      async () => {
        await this.find(title, command);
        return isDone(command.click({ timeout: CLICK_LIMIT_MS }));
      },
      { limitMs: UI_LIMIT_MS, what: `a click on the command "${title}" in the palette` },
    );
  }

  /** The same without the mouse: the title must be that of the first row. */
  async runByKeyboard(title: string): Promise<void> {
    await this.find(title, this.quickInput.rows().first().filter({ hasText: title }));
    await this.page.keyboard.press('Enter');
  }

  /**
   * Waits until the palette lists a command as `row`. The list contains the commands that existed
   * at its creation, so it is created again until it contains the command. A palette that is opened
   * while the previous input closes may close with it, so it is opened again.
   */
  private async find(title: string, row: Locator): Promise<void> {
    const { input } = this.quickInput;
    await waitFor(
      async () => {
        if (!(await input.isVisible())) {
          await this.page.keyboard.press('F1');
        }
        return (
          (await isDone(input.fill('>', { timeout: LIST_LIMIT_MS }))) &&
          (await isDone(input.fill(`>${title}`, { timeout: LIST_LIMIT_MS }))) &&
          (await isDone(row.waitFor({ timeout: LIST_LIMIT_MS })))
        );
      },
      { limitMs: UI_LIMIT_MS, what: `the command "${title}" in the palette` },
    );
  }
}

/** Long enough that a click that exceeds it has not happened: its row is gone. */
const CLICK_LIMIT_MS = 15_000;

const LIST_LIMIT_MS = 3_000;

/** Whether a step succeeds within its time limit. */
function isDone(step: Promise<unknown>): Promise<boolean> {
  return step.then(
    () => true,
    () => false,
  );
}
