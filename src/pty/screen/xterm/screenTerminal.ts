import { Terminal, type IUnicodeVersionProvider } from '@xterm/headless';
import type { Dimensions } from '../../ptyProcess';
import type { TerminalLook } from '../../terminalLook';
import { bounded, unicode11, type JoinedMarks } from './screenUnicode';

/** Colours and flags of a cell or of the pen, in xterm.js' packed format (`AttributeData`). */
export interface TerminalAttributes {
  fg: number;
  bg: number;
  /** Valid only if `bg` has the flag `HAS_EXTENDED`. */
  extended: TerminalExtendedAttributes;
}

interface TerminalExtendedAttributes {
  /** Underline style and colour. The getters for these hide the style under a link. */
  readonly _ext: number;
  urlId: number;
  clone(): TerminalExtendedAttributes;
}

export interface TerminalCell extends TerminalAttributes {
  getChars(): string;
  /** The code point, of a combined cell the last UTF-16 code unit; 0 for an empty one. */
  getCode(): number;
  /** 0 if the cell has no combining marks. */
  isCombined(): number;
  /** 0 for the right half of a wide character. */
  getWidth(): number;
}

export interface TerminalLine {
  /** The number of columns. */
  readonly length: number;
  isWrapped: boolean;
  /** Three numbers for each cell. The buffer may be larger than the array. */
  _data: Uint32Array;
  /**
   * The texts of cells with combining marks, by column; also of cells that were overwritten.
   */
  _combined: Readonly<Record<number, string | undefined>>;
  /** Underline styles and links, by column. Adjacent cells may share one. */
  _extendedAttrs: Readonly<Record<number, object | undefined>>;
  loadCell(column: number, cell: TerminalCell): TerminalCell;
  fill(cell: TerminalCell): void;
  translateToString(trimRight: boolean): string;
}

/** One of xterm.js' charset tables, compared by identity. `undefined` is ASCII. */
export type TerminalCharset = object | undefined;

export interface TerminalBuffer {
  x: number;
  y: number;
  /** The index of the screen's first row in `lines`, which is the number of scrollback rows. */
  ybase: number;
  /** The first row that a display would show. */
  ydisp: number;
  readonly lines: TerminalLines;
  readonly scrollTop: number;
  readonly scrollBottom: number;
  readonly tabs: Readonly<Record<number, boolean | undefined>>;
  readonly savedX: number;
  /** Counted like `lines`, from the top of the scrollback. */
  savedY: number;
  readonly savedCurAttrData: TerminalAttributes;
  readonly savedCharset: TerminalCharset;
  /** An empty cell with the background of `attributes`. Always the same object. */
  getNullCell(attributes?: TerminalAttributes): TerminalCell;
}

export interface TerminalLines {
  readonly length: number;
  /** The number of slots. A change allocates new slots and copies the lines. */
  maxLength: number;
  /** Removes lines. Their slots still refer to them. */
  trimStart(count: number): void;
  get(index: number): TerminalLine | undefined;
  splice(start: number, deleteCount: number, ...lines: readonly TerminalLine[]): void;
}

/**
 * The parameters of a parsed control sequence. A guard may lower them before the sequence is
 * executed.
 */
export interface SequenceParameters {
  readonly params: Int32Array;
  readonly length: number;
}

interface SequenceId {
  readonly prefix?: string;
  readonly intermediates?: string;
  readonly final: string;
}

/** `true`: handled. `false`: passed to the next handler, xterm.js' own being the last. */
type Handled = boolean;

/** The internals of xterm.js that a screen needs, as in the pinned version. */
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
  readonly optionsService: {
    /** Without events: a change takes effect at the next resize. */
    readonly rawOptions: { scrollback: number };
  };
  readonly coreMouseService: {
    readonly activeProtocol: string;
    readonly activeEncoding: string;
  };
  readonly unicodeService: {
    readonly _providers: Readonly<Record<string, IUnicodeVersionProvider | undefined>>;
  };
  readonly _charsetService: {
    readonly charset: TerminalCharset;
    readonly glevel: number;
    readonly _charsets: readonly TerminalCharset[];
  };
  readonly _inputHandler: {
    readonly _curAttrData: TerminalAttributes & { updateExtended(): void };
    readonly _parser: {
      /** 0 between sequences (`common/parser/Constants.ts`). */
      readonly currentState: number;
      /** Not 0 directly after a printed character, which a combining mark would join. */
      readonly precedingJoinState: number;
      reset(): void;
      readonly _oscParser: { reset(): void };
      readonly _dcsParser: { reset(): void };
    };
    /** The attributes of erased cells: the pen's background. */
    _eraseAttrData(): TerminalAttributes;
    eraseInDisplay(params: SequenceParameters, sparesProtected: boolean): void;
    eraseInLine(params: SequenceParameters, sparesProtected: boolean): void;
    /** Parses `data`. Without asynchronous handlers, of which there are none, it returns nothing. */
    parse(data: Uint8Array): void;
  };
  registerCsiHandler(id: SequenceId, handler: (params: SequenceParameters) => Handled): void;
  registerEscHandler(id: SequenceId, handler: () => Handled): void;
  registerOscHandler(id: number, handler: (data: string) => Handled): void;
}

export interface ScreenTerminal {
  /** The public interface: options, events, `resize`, `dispose`. */
  readonly terminal: Terminal;
  readonly core: TerminalCore;
  readonly cell: TerminalCell;
  readonly marks: JoinedMarks;
  /** Sets the table of character widths for the output from now on. */
  useUnicode(version: TerminalLook['unicodeVersion']): void;
}

/**
 * Creates a headless xterm.js with the character widths of VS Code's terminal, and gives access to
 * its internals: the scroll region, charsets, saved cursor, tab stops and parser state are not
 * public. So the version is pinned, and `screenTerminal.test.ts` checks each of them.
 */
export function createScreenTerminal(
  { cols, rows }: Dimensions,
  scrollback: number,
): ScreenTerminal {
  const terminal = new Terminal({
    cols,
    rows,
    scrollback,
    allowProposedApi: true,
    // Malformed output would write thousands of lines per second to the console.
    logLevel: 'off',
    windowOptions: { getWinSizeChars: true, getWinSizePixels: true, getCellSizePixels: true },
  });
  const marks: JoinedMarks = { count: 0 };
  const core = (terminal as unknown as { readonly _core: TerminalCore })._core;
  const tables = { 6: core.unicodeService._providers['6'], 11: unicode11() };
  let unicode: TerminalLook['unicodeVersion'] | undefined;
  const useUnicode = (version: TerminalLook['unicodeVersion']): void => {
    const table = tables[version];
    if (version !== unicode && table) {
      unicode = version;
      const provider = bounded(table, marks);
      terminal.unicode.register(provider);
      terminal.unicode.activeVersion = provider.version;
    }
  };
  useUnicode('11');
  return {
    terminal,
    core,
    cell: terminal.buffer.active.getNullCell() as unknown as TerminalCell,
    marks,
    useUnicode,
  };
}
