import { registerScrolls } from './screenScroll';
import { releaseRemoved } from './memory/removedRows';
import type { RowExtras } from './memory/rowExtras';
import type { SequenceParameters, TerminalCore } from './screenTerminal';

/**
 * Sequences within a row that xterm.js repeats by the number in their parameter. For tabs, more
 * repetitions than columns have no effect; for characters, programs do not use more.
 */
const COUNTED = ['I', 'Z', 'b'] as const;
const REPEAT = 'b';

/**
 * Keeps hostile output from blocking the thread: parameters are limited to what can be seen. Also works around
 * faults of xterm.js.
 */
export function guardTerminal(core: TerminalCore, extras: Pick<RowExtras, 'handleMarks'>): void {
  registerScrolls(core);
  for (const final of COUNTED) {
    core.registerCsiHandler({ final }, ({ params }) => {
      params[0] = Math.min(params[0] ?? 0, core.cols);
      if (final === REPEAT) {
        extras.handleMarks();
      }
      return false;
    });
  }
  for (const id of [{ final: 'J' }, { prefix: '?', final: 'J' }]) {
    const sparesProtected = 'prefix' in id;
    core.registerCsiHandler(id, (params) =>
      params.params[0] === ERASE_SCROLLBACK
        ? eraseScrollback(core, params)
        : wouldThrow(core, params) && eraseAll(core, sparesProtected),
    );
  }
}

const ERASE_ABOVE = 1;
const ERASE_SCROLLBACK = 3;
const ERASE_LINE: SequenceParameters = { params: Int32Array.of(2), length: 1 };
const ERASE_TO_CURSOR: SequenceParameters = { params: Int32Array.of(ERASE_ABOVE), length: 1 };

function eraseScrollback(
  { buffers, _inputHandler }: TerminalCore,
  params: SequenceParameters,
): true {
  const before = buffers.normal.lines.length;
  _inputHandler.eraseInDisplay(params, false);
  if (buffers.normal.lines.length < before) {
    releaseRemoved(buffers.normal.lines);
  }
  return true;
}

/**
 * xterm.js 6.0.0 throws on `CSI 1 J` in the last cell of a screen without scrollback, because it
 * reads the row below to reset its wrapped flag. (Fixed after that version.)
 */
function wouldThrow({ buffers, cols }: TerminalCore, { params }: SequenceParameters): boolean {
  const { x, y, lines } = buffers.active;
  return params[0] === ERASE_ABOVE && x + 1 >= cols && lines.get(y + 1) === undefined;
}

/**
 * The same effect in two steps: erases the cursor's row, then everything above from the end of the
 * previous row.
 */
function eraseAll({ buffers, _inputHandler }: TerminalCore, sparesProtected: boolean): true {
  const buffer = buffers.active;
  _inputHandler.eraseInLine(ERASE_LINE, sparesProtected);
  if (buffer.y > 0) {
    buffer.y--;
    _inputHandler.eraseInDisplay(ERASE_TO_CURSOR, sparesProtected);
    buffer.y++;
  }
  return true;
}
