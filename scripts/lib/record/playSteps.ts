import { setTimeout as delay } from 'node:timers/promises';
import type { ScreenCase } from '../../../src/status/screens/screenCase';
import type { VisibleScreen } from '../../../src/pty/sessionService';
import { normaliseScreen, type MachineFacts, type Replacement } from './normalise';
import type { Step } from './recipe';
import { SteadyWatch } from './steadyWatch';

/** How long a step waits for its text, in milliseconds. */
const LIMIT_MS = 120_000;
/** How long a screen stays the same before it is stored, in milliseconds. */
const STEADY_MS = 1500;
const POLL_MS = 100;
/** The default of `beforeEnterMs`; CLIs take faster keys for a paste. */
const BEFORE_ENTER_MS = 400;
/** How much of a prompt is looked for: an input may wrap or cut the rest. */
const PROMPT_END = 6;

/** The terminal of a CLI, as a run uses it. */
export interface PlayedTerminal {
  readonly hasExited: boolean;
  read(): Promise<VisibleScreen>;
  type(keys: string): void;
}

export interface PlayOptions {
  readonly machine: MachineFacts;
  readonly changing: readonly Replacement[];
  readonly pastes: boolean;
  /** Whether the model holds an answer: a CLI may show that it works before it asks the model. */
  readonly holdsAnswer: () => boolean;
  /** Has the model send the rest of its answers. */
  readonly finishAnswers: () => void;
  /** Default: a minute. */
  readonly limitMs?: number;
  /** Default: a second and a half. */
  readonly steadyMs?: number;
  /** From the last character of a prompt to Enter. Default: 0.4 seconds. */
  readonly beforeEnterMs?: number;
}

/** A screen that a step stored. */
export interface PlayedScreen extends Pick<ScreenCase, 'expect' | 'screen'> {
  readonly name: string;
}

/**
 * Performs the steps in order, and returns the screens that they record.
 * @throws with the last screen, if the text that a step waits for does not come
 */
export async function playSteps(
  terminal: PlayedTerminal,
  steps: readonly Step[],
  options: PlayOptions,
): Promise<readonly PlayedScreen[]> {
  const player = new StepPlayer(terminal, options);
  const screens: PlayedScreen[] = [];
  for (const step of steps) {
    screens.push(...(await player.play(step)));
  }
  return screens;
}

class StepPlayer {
  constructor(
    private readonly terminal: PlayedTerminal,
    private readonly options: PlayOptions,
  ) {}

  async play(step: Step): Promise<readonly PlayedScreen[]> {
    if ('finish' in step) {
      await this.wait(() => 'the held request', this.options.holdsAnswer);
      this.options.finishAnswers();
      return [];
    }
    if ('ends' in step) {
      await this.wait(
        () => 'the end of the program',
        () => this.terminal.hasExited,
      );
      return [];
    }
    if ('record' in step) {
      const { record: name, when, expect, cursor } = step;
      const options = { hidesCursor: cursor === 'hidden' };
      return [{ name, expect, screen: await this.waitUntilSteady(when, options) }];
    }
    await this.waitUntilSteady(step.when, { steadyMs: this.beforeEnterMs });
    if ('press' in step) {
      this.terminal.type(step.press);
    } else {
      await this.submit(step.prompt);
    }
    return [];
  }

  private get beforeEnterMs(): number {
    return this.options.beforeEnterMs ?? BEFORE_ENTER_MS;
  }

  private async submit(prompt: string): Promise<void> {
    this.terminal.type(this.options.pastes ? `\x1b[200~${prompt}\x1b[201~` : prompt);
    const end = prompt.slice(-PROMPT_END);
    await this.wait(
      () => `the prompt "${prompt}"`,
      ({ rows }) => rows.some((row) => row.includes(end)),
    );
    await delay(this.beforeEnterMs);
    this.terminal.type('\r');
  }

  /** Returns the normalised screen once it shows the text and no longer changes. */
  private async waitUntilSteady(
    when: RegExp,
    {
      steadyMs = this.options.steadyMs ?? STEADY_MS,
      hidesCursor = false,
    }: { readonly steadyMs?: number; readonly hidesCursor?: boolean },
  ): Promise<PlayedScreen['screen']> {
    const { machine, changing } = this.options;
    const watch = new SteadyWatch((seen) => {
      const screen = normaliseScreen(seen, machine, changing);
      return hidesCursor ? { ...screen, cursor: { row: 0, column: 0 } } : screen;
    });
    await this.wait(
      () => `${when}${watch.hasSeen(when) ? `, which changes: ${watch.lastChange}` : ''}`,
      (seen) => watch.steadyMs(seen) >= steadyMs && watch.hasSeen(when),
    );
    return watch.screen;
  }

  private async wait(
    what: () => string,
    condition: (screen: VisibleScreen) => boolean,
  ): Promise<void> {
    const { limitMs = LIMIT_MS } = this.options;
    const end = performance.now() + limitMs;
    for (;;) {
      const screen = await this.terminal.read();
      if (condition(screen)) {
        return;
      }
      if (performance.now() > end) {
        const text = screen.rows.join('\n').trimEnd();
        throw new Error(`After ${limitMs} ms still waiting for ${what()}:\n${text}`);
      }
      await delay(POLL_MS);
    }
  }
}
