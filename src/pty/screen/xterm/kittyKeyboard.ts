import { MAX_KEYBOARD_STACK } from '../../limits';
import { eachParameter } from './eachParameter';
import type { SequenceParameters, TerminalCore } from './screenTerminal';

/** The modes of `CSI ? Ps h` that switch the buffer. */
const BUFFER_MODES: ReadonlySet<number> = new Set([47, 1047, 1049]);

const SET = 1;
const ADD = 2;
const REMOVE = 3;

/**
 * The keyboard flags of the Kitty protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/),
 * which determine what Shift+Enter sends and which the headless terminal does not support. They
 * work as in xterm.js 6.1, which VS Code uses: a stack for each buffer; flags that every switch of
 * the buffer swaps, even a switch to the current one; and no flags after a reset, full or soft.
 */
export class KittyKeyboard {
  private flags = 0;
  /** The flags when the normal buffer was last left. */
  private normalFlags = 0;
  /** The flags when the alternate buffer was last left. */
  private alternateFlags = 0;
  private normalStack: number[] = [];
  private alternateStack: number[] = [];

  constructor(
    private readonly core: TerminalCore,
    answer: (text: string) => void,
  ) {
    this.register('=', (params) => this.change(params));
    this.register('>', ({ params }) => this.push(params[0] ?? 0));
    this.register('<', ({ params }) => this.pop(params[0] || 1));
    this.register('?', () => answer(`\x1b[?${this.flags}u`));
    core.registerCsiHandler(
      { prefix: '?', final: 'h' },
      eachParameter((mode) => BUFFER_MODES.has(mode) && this.enterAlternate()),
    );
    core.registerCsiHandler(
      { prefix: '?', final: 'l' },
      eachParameter((mode) => BUFFER_MODES.has(mode) && this.enterNormal()),
    );
    core.registerCsiHandler({ intermediates: '!', final: 'p' }, () => this.reset());
    core.registerEscHandler({ final: 'c' }, () => this.reset());
  }

  /**
   * The sequences that set the flags in a terminal that was reset and shows the normal buffer.
   * @param alternate more sequences for the alternate buffer, which is entered only if needed.
   */
  formatNormal(alternate: string): string {
    const { isAlternate, normalFlags, alternateFlags } = this;
    const flags = isAlternate
      ? formatFlags(0, alternateFlags)
      : formatStack(0, this.alternateStack, alternateFlags);
    const alternateState = flags + alternate;
    if (alternateState === '' && (isAlternate || normalFlags === 0)) {
      return formatStack(0, this.normalStack, isAlternate ? normalFlags : this.flags);
    }
    return [
      formatStack(0, this.normalStack, normalFlags),
      `\x1b[?1047h${alternateState}\x1b[?1047l\x1b[H`,
      isAlternate ? '' : formatFlags(normalFlags, this.flags),
    ].join('');
  }

  /** The remaining sequences, for when the alternate buffer is shown. */
  formatAlternate(): string {
    return formatStack(this.alternateFlags, this.alternateStack, this.flags);
  }

  private get isAlternate(): boolean {
    return this.core.buffers.active === this.core.buffers.alt;
  }

  private get stack(): number[] {
    return this.isAlternate ? this.alternateStack : this.normalStack;
  }

  private register(prefix: string, act: (params: SequenceParameters) => void): void {
    this.core.registerCsiHandler({ prefix, final: 'u' }, (params) => {
      act(params);
      return true;
    });
  }

  private change({ params, length }: SequenceParameters): void {
    const flags = params[0] ?? 0;
    switch ((length > 1 && params[1]) || SET) {
      case SET:
        this.flags = flags;
        break;
      case ADD:
        this.flags |= flags;
        break;
      case REMOVE:
        this.flags &= ~flags;
        break;
    }
  }

  private push(flags: number): void {
    const { stack } = this;
    if (stack.length >= MAX_KEYBOARD_STACK) {
      stack.shift();
    }
    stack.push(this.flags);
    this.flags = flags;
  }

  private pop(count: number): void {
    const { stack } = this;
    const [first = 0] = stack.splice(-Math.min(count, stack.length || 1));
    this.flags = stack.length > 0 ? first : 0;
  }

  private enterAlternate(): void {
    this.normalFlags = this.flags;
    this.flags = this.alternateFlags;
  }

  private enterNormal(): void {
    this.alternateFlags = this.flags;
    this.flags = this.normalFlags;
  }

  private reset(): false {
    this.flags = 0;
    this.normalFlags = 0;
    this.alternateFlags = 0;
    this.normalStack = [];
    this.alternateStack = [];
    return false;
  }
}

function formatFlags(from: number, to: number): string {
  return from === to ? '' : `\x1b[=${to}u`;
}

/** Each push puts the previous flags on the stack. */
function formatStack(from: number, stack: readonly number[], flags: number): string {
  const [first = flags, ...pushed] = [...stack, flags];
  return formatFlags(from, first) + pushed.map((value) => `\x1b[>${value}u`).join('');
}
