import { Terminal } from '@xterm/headless';
import type { Dimensions } from '../ptyProcess';
import { boundedUnicode11 } from './screenUnicode';

/** Colours and flags of a cell or of the pen, in xterm.js' own packing (`AttributeData`). */
export interface TerminalAttributes {
  fg: number;
  bg: number;
  /** Of meaning only where `bg` has the flag `HAS_EXTENDED`. */
  extended: TerminalExtendedAttributes;
}

export interface TerminalExtendedAttributes {
  /** Underline style and colour; the getters of these hide the style under a link. */
  readonly _ext: number;
  urlId: number;
  clone(): TerminalExtendedAttributes;
}

export interface TerminalCell extends TerminalAttributes {
  getChars(): string;
  /** 0 for the right half of a wide character. */
  getWidth(): number;
}

export interface TerminalLine {
  isWrapped: boolean;
  loadCell(column: number, cell: TerminalCell): TerminalCell;
  fill(cell: TerminalCell): void;
  translateToString(trimRight: boolean): string;
}

/** One of xterm.js' charset tables; told apart by identity. `undefined` is ASCII. */
export type TerminalCharset = object | undefined;

export interface TerminalBuffer {
  x: number;
  y: number;
  /** The index of the screen's first row in `lines`: how many rows of scrollback there are. */
  readonly ybase: number;
  readonly lines: TerminalLines;
  readonly scrollTop: number;
  readonly scrollBottom: number;
  readonly tabs: Readonly<Record<number, boolean | undefined>>;
  readonly savedX: number;
  /** Counted like `lines`, from the top of the scrollback. */
  readonly savedY: number;
  readonly savedCurAttrData: TerminalAttributes;
  readonly savedCharset: TerminalCharset;
  /** An empty cell with the background of `attributes`; one object for all. */
  getNullCell(attributes?: TerminalAttributes): TerminalCell;
}

interface TerminalLines {
  readonly length: number;
  get(index: number): TerminalLine | undefined;
  splice(start: number, deleteCount: number, ...lines: readonly TerminalLine[]): void;
}

/** A parsed control sequence's parameters; a guard may lower them before they are acted on. */
export interface SequenceParameters {
  readonly params: Int32Array;
  readonly length: number;
}

interface SequenceId {
  readonly prefix?: string;
  readonly intermediates?: string;
  readonly final: string;
}

/** `true`: handled. `false`: the next handler, xterm.js' own last. A promise halts the parser till then. */
type Handled = boolean | Promise<boolean>;

/** The part of xterm.js' insides that a screen needs, as they are in the pinned version. */
export interface TerminalCore {
  readonly cols: number;
  readonly rows: number;
  readonly buffers: {
    readonly normal: TerminalBuffer;
    readonly alt: TerminalBuffer;
    readonly active: TerminalBuffer;
  };
  readonly coreService: {
    readonly isCursorHidden: boolean;
    readonly modes: { readonly insertMode: boolean };
    readonly decPrivateModes: {
      readonly applicationCursorKeys: boolean;
      readonly applicationKeypad: boolean;
      readonly bracketedPasteMode: boolean;
      readonly cursorBlink: boolean | undefined;
      readonly cursorStyle: 'block' | 'underline' | 'bar' | undefined;
      readonly origin: boolean;
      readonly reverseWraparound: boolean;
      readonly sendFocus: boolean;
      readonly wraparound: boolean;
    };
  };
  readonly coreMouseService: {
    readonly activeProtocol: string;
    readonly activeEncoding: string;
  };
  readonly _charsetService: {
    readonly charset: TerminalCharset;
    readonly glevel: number;
    readonly _charsets: readonly TerminalCharset[];
  };
  readonly _inputHandler: {
    readonly _curAttrData: TerminalAttributes & { updateExtended(): void };
    /** Whether a handler halted the parser; set back by hand where that handler threw. */
    readonly _parseStack: { paused: boolean };
    readonly _parser: {
      /** 0 between sequences (`common/parser/Constants.ts`). */
      readonly currentState: number;
      /** Not 0 right after a printed character, which a combining mark would join. */
      readonly precedingJoinState: number;
      reset(): void;
      readonly _oscParser: { reset(): void };
      readonly _dcsParser: { reset(): void };
    };
    /** What erased cells take of the pen: its background. */
    _eraseAttrData(): TerminalAttributes;
    eraseInDisplay(params: SequenceParameters, sparesProtected: boolean): void;
    eraseInLine(params: SequenceParameters, sparesProtected: boolean): void;
    /** Parses `data`; a promise means that a handler halted, and `parse` wants to be called again with its value. */
    parse(data: Uint8Array, resumedWith?: boolean): void | Promise<boolean>;
  };
  registerCsiHandler(id: SequenceId, handler: (params: SequenceParameters) => Handled): void;
  registerEscHandler(id: SequenceId, handler: () => Handled): void;
  registerOscHandler(id: number, handler: (data: string) => Handled): void;
}

export interface ScreenTerminal {
  /** What the public interface has: options, events, `resize`, `dispose`. */
  readonly terminal: Terminal;
  readonly core: TerminalCore;
  readonly cell: TerminalCell;
}

/**
 * A headless xterm.js with the widths of VS Code's terminal, and its insides: the scroll
 * region, charsets, saved cursor, tab stops and the parser's state are told nowhere else.
 * They are private, so the version is pinned and `screenTerminal.test.ts` looks for each.
 */
export function createScreenTerminal(size: Dimensions, scrollback: number): ScreenTerminal {
  const terminal = new Terminal({
    ...size,
    scrollback,
    allowProposedApi: true,
    // Malformed output would write thousands of lines a second to the console.
    logLevel: 'off',
    windowOptions: { getWinSizeChars: true, getWinSizePixels: true, getCellSizePixels: true },
  });
  const unicode = boundedUnicode11();
  terminal.unicode.register(unicode);
  terminal.unicode.activeVersion = unicode.version;
  return {
    terminal,
    core: (terminal as unknown as { readonly _core: TerminalCore })._core,
    cell: terminal.buffer.active.getNullCell() as unknown as TerminalCell,
  };
}
