import type { Locator, Page } from 'playwright-core';
import { UI_LIMIT_MS } from './limits';

/** VS Code's quick pick and input box: the widget at the top. */
export class QuickInput {
  private readonly widget: Locator;
  readonly input: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator('.quick-input-widget:visible');
    this.input = this.widget.locator('.quick-input-box input');
  }

  /** The rows, with their texts. */
  rows(): Locator {
    return this.widget.locator('.monaco-list-row');
  }

  /** Waits for a question by its placeholder, title or prompt. */
  async waitFor(text: string | RegExp): Promise<void> {
    const shown = this.widget.getByText(text).or(this.widget.getByPlaceholder(text));
    await shown.first().waitFor({ timeout: UI_LIMIT_MS });
  }

  /** Types an answer and accepts it. */
  async answer(text: string): Promise<void> {
    await this.input.fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** Answers the question for a task, whether tasks exist or not. */
  async answerTask(name: string): Promise<void> {
    await this.waitFor(/In which task\?|A few words for the piece of work/);
    await this.answer(name);
  }

  /** Waits until the first row, which Enter selects, contains a text. */
  async waitForFirstRow(text: string): Promise<void> {
    const first = this.rows().first().filter({ hasText: text });
    await first.waitFor({ timeout: UI_LIMIT_MS });
  }

  /** Picks the first row by keyboard, once it contains a text: Enter on a list that is not filled yet does nothing. */
  async pickByKeyboard(text: string): Promise<void> {
    await this.input.fill(text);
    await this.waitForFirstRow(text);
    await this.page.keyboard.press('Enter');
  }

  /** Selects the first row that contains a text. */
  async pick(text: string): Promise<void> {
    await this.rows().filter({ hasText: text }).first().click({ timeout: UI_LIMIT_MS });
  }

  /** Presses OK, in a list of which any number can be chosen. */
  async accept(): Promise<void> {
    await this.widget.getByRole('button', { name: 'OK' }).click({ timeout: UI_LIMIT_MS });
  }

  async waitUntilClosed(): Promise<void> {
    await this.widget.waitFor({ state: 'hidden', timeout: UI_LIMIT_MS });
  }
}
