import { registerScrolls } from './screenScroll';
import { releaseRemoved } from './memory/removedRows';
import type { ScreenMemory } from './memory/screenMemory';
import type { SequenceParameters, TerminalCore } from './screenTerminal';
import type { ScreenSlots } from '../screenScheduler';

/**
 * Sequences within a row that xterm.js repeats by the number in their parameter. For tabs, more
 * repetitions than columns have no effect; for characters, programs do not use more.
 */
const COUNTED = [{ final: 'I' }, { final: 'Z' }, { final: 'b' }] as const;
const REPEAT = 'b';

/** Sequences that modify up to a whole screen each, or allocate one. */
const COSTLY_CSI = [
  { prefix: '?', final: 'h' },
  { prefix: '?', final: 'l' },
  { intermediates: '!', final: 'p' },
  { intermediates: ' ', final: '@' },
  { intermediates: ' ', final: 'A' },
  { intermediates: "'", final: '}' },
  { intermediates: "'", final: '~' },
  { final: '@' },
  { final: 'P' },
  { final: 'X' },
] as const;

const COSTLY_ESC = [{ final: 'c' }, { final: 'M' }, { intermediates: '#', final: '8' }] as const;

interface GuardDeps {
  readonly scheduler: ScreenSlots;
  readonly memory: Pick<ScreenMemory, 'handleRepeat'>;
}

/**
 * Keeps hostile output from blocking the event loop: parameters are limited to what can be seen,
 * and the parser stops before each costly sequence if the time slot is over.
 */
export function guardTerminal(core: TerminalCore, { scheduler, memory }: GuardDeps): void {
  const pause = (): Promise<void> | undefined => (scheduler.isOver ? scheduler.next() : undefined);
  const pauseFirst = (): boolean | Promise<boolean> => pause()?.then(() => false) ?? false;
  registerScrolls(core, pause);
  for (const id of COUNTED) {
    core.registerCsiHandler(id, (params) => {
      lowerCount(params, core.cols);
      if (id.final === REPEAT) {
        memory.handleRepeat();
      }
      return pauseFirst();
    });
  }
  for (const id of COSTLY_CSI) {
    core.registerCsiHandler(id, pauseFirst);
  }
  for (const id of COSTLY_ESC) {
    core.registerEscHandler(id, pauseFirst);
  }
  for (const id of [{ final: 'J' }, { prefix: '?', final: 'J' }]) {
    const sparesProtected = 'prefix' in id;
    core.registerCsiHandler(id, (params) => {
      const act = (): boolean =>
        params.params[0] === ERASE_SCROLLBACK
          ? eraseScrollback(core, params)
          : wouldThrow(core, params) && eraseAll(core, sparesProtected);
      return pause()?.then(act) ?? act();
    });
  }
}

function lowerCount({ params }: SequenceParameters, most: number): void {
  params[0] = Math.min(params[0] ?? 0, most);
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
