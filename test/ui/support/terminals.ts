import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../support/waitFor';
import { UI_LIMIT_MS } from './limits';

const MENU_LIMIT_MS = 1_000;

/** How long the picker of a menu's item may take to open before the menu is opened again. */
const PICKER_LIMIT_MS = 10_000;

/** The members that VS Code adds to a terminal's element and that tests read. */
interface TerminalElement {
  readonly offsetParent: unknown;
  readonly xterm?: {
    readonly cols: number;
    readonly rows: number;
    readonly modes: { readonly bracketedPasteMode: boolean };
    readonly buffer: {
      readonly active: {
        readonly length: number;
        /** The first row that is shown. */
        readonly viewportY: number;
        getLine(row: number): TerminalRow | undefined;
      };
    };
  };
}

/** The members of a DOM element that tests read. */
interface FocusedElement {
  readonly localName: string;
  readonly classList: Iterable<string>;
  readonly parentElement: FocusedElement | null;
}

interface TerminalRow {
  /** Whether the row continues the line of the row above. */
  readonly isWrapped: boolean;
  translateToString(trimRight: boolean): string;
}

/** Where the workbench shows terminals. */
export type TerminalPart = 'editor' | 'panel';

const SELECTORS = {
  all: '.terminal-wrapper',
  editor: '.part.editor .terminal-wrapper',
  panel: '.part.panel .terminal-wrapper',
} as const;

/** The terminals that the workbench shows, in the editor area and the panel. */
export class Terminals {
  constructor(private readonly page: Page) {}

  /** The text of each visible terminal with its scrollback, by lines, without trailing blank ones. */
  async texts(part?: TerminalPart): Promise<readonly string[]> {
    const texts = await this.wrappers(part).evaluateAll((nodes) =>
      (nodes as unknown as TerminalElement[])
        .filter((node) => node.offsetParent !== null && node.xterm !== undefined)
        .map((node) => {
          const buffer = node.xterm?.buffer.active;
          const rows = Array.from({ length: buffer?.length ?? 0 }, (_, row) =>
            buffer?.getLine(row),
          );
          return rows
            .map((row, index) => {
              const isContinued = rows[index + 1]?.isWrapped === true;
              const text = row?.translateToString(!isContinued) ?? '';
              return isContinued ? text : `${text}\n`;
            })
            .join('');
        }),
    );
    return texts.map((text) => text.trimEnd());
  }

  /** The rows and columns of the visible terminal, the first if there are several. */
  async size(): Promise<string> {
    const sizes = await this.wrappers().evaluateAll((nodes) =>
      (nodes as unknown as TerminalElement[])
        .filter((node) => node.offsetParent !== null)
        .flatMap(({ xterm }) => (xterm ? `${xterm.rows} ${xterm.cols}` : [])),
    );
    return sizes[0] ?? '';
  }

  /** Waits until a part shows one terminal for each pattern, and each matches its pattern. */
  async waitForTexts(part: TerminalPart, patterns: readonly (RegExp | string)[]): Promise<void> {
    let last: readonly string[] = [];
    await waitFor(
      async () => {
        last = await this.texts(part);
        return (
          last.length === patterns.length &&
          patterns.every((pattern, index) => last[index]?.match(pattern))
        );
      },
      {
        limitMs: UI_LIMIT_MS,
        what: () =>
          `${patterns.length} terminals in the ${part} with ${patterns.join(', ')}; shown:
${last.join('\n---\n')}`,
      },
    );
  }

  /** Waits until a visible terminal shows a text or pattern. */
  async waitForText(pattern: RegExp | string, limitMs = UI_LIMIT_MS): Promise<void> {
    let last: readonly string[] = [];
    const what = (): string =>
      `a terminal with ${String(pattern)}; shown:\n${last.join('\n---\n')}`;
    await waitFor(
      async () => {
        last = await this.texts();
        return last.some((text) =>
          typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text),
        );
      },
      { limitMs, what },
    );
  }

  /** Focuses the visible terminal, the first if there are several. */
  async focus(part?: TerminalPart, index = 0): Promise<void> {
    await this.page
      .locator(`${SELECTORS[part ?? 'all']}:visible .xterm-helper-textarea`)
      .nth(index)
      .focus({ timeout: UI_LIMIT_MS });
  }

  private wrappers(part?: TerminalPart): Locator {
    return this.page.locator(SELECTORS[part ?? 'all']);
  }

  /** Waits until the program in the visible terminal reads keys itself: until then the terminal echoes them. */
  async waitForInput(): Promise<void> {
    const isReading = (): Promise<boolean> =>
      this.wrappers().evaluateAll((nodes) =>
        (nodes as unknown as TerminalElement[])
          .filter((node) => node.offsetParent !== null)
          .some(({ xterm }) => xterm?.modes.bracketedPasteMode === true),
      );
    await waitFor(isReading, { limitMs: UI_LIMIT_MS, what: 'a terminal with bracketed paste' });
  }

  /** Waits until the title of the editor in front contains a text, such as the name of a task. */
  async waitForTitle(text: string): Promise<void> {
    const tab = this.page.locator('.editor-group-container.active .tab.active');
    await tab.filter({ hasText: text }).waitFor({ timeout: UI_LIMIT_MS });
  }

  /** Clicks the end of a text with Ctrl in the visible terminal, where it is shown last. */
  async clickLink(text: string): Promise<void> {
    let place: { readonly row: number; readonly column: number } | undefined;
    const what = `a terminal with ${text}`;
    await waitFor(async () => (place = await this.placeOf(text)) !== undefined, {
      limitMs: UI_LIMIT_MS,
      what,
    });
    const [rows = 1, columns = 1] = (await this.size()).split(' ').map(Number);
    const screen = this.page.locator(`${SELECTORS.all}:visible .xterm-screen`).first();
    const { x = 0, y = 0, width = 0, height = 0 } = (await screen.boundingBox()) ?? {};
    const { row = 0, column = 0 } = place ?? {};
    const at = {
      x: x + ((column + text.length - 1.5) * width) / columns,
      y: y + ((row + 0.5) * height) / rows,
    };
    await this.page.mouse.move(at.x, at.y);
    const hint = this.page.locator('.workbench-hover:visible', { hasText: 'ctrl + click' });
    await hint.waitFor({ timeout: UI_LIMIT_MS });
    await this.page.keyboard.down('Control');
    await this.page.mouse.click(at.x, at.y);
    await this.page.keyboard.up('Control');
  }

  /** Where the visible terminal shows a text last, from its first row. */
  private async placeOf(
    text: string,
  ): Promise<{ readonly row: number; readonly column: number } | undefined> {
    const shown = await this.wrappers().evaluateAll((nodes) =>
      (nodes as unknown as TerminalElement[])
        .filter((node) => node.offsetParent !== null)
        .map(({ xterm }) => {
          const first = xterm?.buffer.active.viewportY ?? 0;
          return Array.from({ length: xterm?.rows ?? 0 }, (_, row) =>
            xterm?.buffer.active.getLine(first + row)?.translateToString(true),
          );
        }),
    );
    const rows = shown[0] ?? [];
    const row = rows.findLastIndex((line) => line?.includes(text));
    return row < 0 ? undefined : { row, column: rows[row]?.lastIndexOf(text) ?? 0 };
  }

  /** Waits until a terminal has the focus, without focusing it. */
  async waitForFocus(): Promise<void> {
    let focused = '';
    await waitFor(
      async () => {
        focused = await this.focusedElement();
        return /^textarea\S*\.xterm-helper-textarea\b.*\.terminal-wrapper\b/.test(focused);
      },
      {
        limitMs: UI_LIMIT_MS,
        what: () => `the focus in a terminal; it is in: ${focused || 'nothing'}`,
      },
    );
  }

  /** The elements from the one with the focus outwards, as selectors. */
  private focusedElement(): Promise<string> {
    return this.page.locator(':focus').evaluateAll(([element]) => {
      const path: string[] = [];
      for (
        let node = element as FocusedElement | null | undefined;
        node;
        node = node.parentElement
      ) {
        path.push([node.localName, ...node.classList].join('.'));
      }
      return path.join(' < ');
    });
  }

  /** Types into the terminal that has the focus. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** Selects an item of the menu beside the + of the panel's terminals, which opens the picker. */
  async launchProfile(name: string): Promise<void> {
    const menu = this.page.locator('.part.panel').getByRole('button', { name: 'Launch Profile' });
    const item = this.page.getByRole('menuitem', { name, exact: true });
    const picker = this.page.locator('.quick-input-widget:visible');
    const launch = async (): Promise<boolean> => {
      await menu.first().click({ timeout: UI_LIMIT_MS });
      try {
        await item.hover({ timeout: MENU_LIMIT_MS });
        // A new menu ignores clicks for a moment, since a click may be the one that opened it.
        await this.page.keyboard.press('Enter');
        await picker.waitFor({ timeout: PICKER_LIMIT_MS });
        return true;
      } catch {
        return false;
      }
    };
    // VS Code redraws the bar with this menu when its terminals start, which closes the menu at
    // any moment, also between the hover and Enter.
    await waitFor(launch, { limitMs: UI_LIMIT_MS, what: `the picker of "${name}"` });
  }
}
