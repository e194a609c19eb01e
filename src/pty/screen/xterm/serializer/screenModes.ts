import type { TerminalCore } from '../screenTerminal';

/** The modes of `CSI ? Ps h` that enable mouse reports. */
const MOUSE_PROTOCOLS: Readonly<Record<string, number>> = {
  X10: 9,
  VT200: 1000,
  DRAG: 1002,
  ANY: 1003,
};
const MOUSE_ENCODINGS: Readonly<Record<string, number>> = { SGR: 1006, SGR_PIXELS: 1016 };

const CURSOR_STYLES = { block: 2, underline: 4, bar: 6 } as const;

/** The modes that differ from those after a reset, except origin mode, which moves the cursor. */
export function formatModes({ coreService, coreMouseService }: TerminalCore): string {
  const { decPrivateModes: modes } = coreService;
  const on = [
    modes.applicationCursorKeys && 1,
    modes.reverseWraparound && 45,
    modes.sendFocus && 1004,
    modes.bracketedPasteMode && 2004,
    MOUSE_PROTOCOLS[coreMouseService.activeProtocol],
    MOUSE_ENCODINGS[coreMouseService.activeEncoding],
  ].filter((mode) => typeof mode === 'number');
  return [
    ...on.map((mode) => `\x1b[?${mode}h`),
    modes.applicationKeypad ? '\x1b=' : '',
    modes.wraparound ? '' : '\x1b[?7l',
    coreService.modes.insertMode ? '\x1b[4h' : '',
    coreService.isCursorHidden ? '\x1b[?25l' : '',
    formatCursorStyle(modes),
  ].join('');
}

function formatCursorStyle({
  cursorStyle,
  cursorBlink,
}: TerminalCore['coreService']['decPrivateModes']): string {
  return cursorStyle ? `\x1b[${CURSOR_STYLES[cursorStyle] - (cursorBlink ? 1 : 0)} q` : '';
}
