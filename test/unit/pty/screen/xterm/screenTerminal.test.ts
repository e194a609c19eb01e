import assert from 'node:assert/strict';
import { createScreenTerminal } from '../../../../../src/pty/screen/xterm/screenTerminal';

describe('createScreenTerminal', () => {
  const { terminal, core, cell } = createScreenTerminal({ cols: 10, rows: 3 }, 5);
  after(() => terminal.dispose());

  it('exposes all internals that screens read', () => {
    const { buffers, coreService, coreMouseService, _charsetService, _inputHandler } = core;
    const { active } = buffers;
    const expected = {
      number: [
        core.cols,
        core.rows,
        active.x,
        active.y,
        active.ybase,
        active.ydisp,
        active.scrollTop,
        active.scrollBottom,
        active.savedX,
        active.savedY,
        active.savedCurAttrData.fg,
        active.savedCurAttrData.bg,
        active.lines.length,
        active.lines.maxLength,
        core.optionsService.rawOptions.scrollback,
        _charsetService.glevel,
        _inputHandler._parser.currentState,
        _inputHandler._parser.precedingJoinState,
        _inputHandler._curAttrData.extended._ext,
        _inputHandler._curAttrData.extended.urlId,
        cell.fg,
        cell.bg,
      ],
      boolean: [
        active.lines.get(0)?.isWrapped,
        coreService.isCursorHidden,
        coreService.modes.insertMode,
        ...Object.entries(coreService.decPrivateModes)
          .filter(([name]) => !['cursorBlink', 'cursorStyle'].includes(name))
          .map(([, isOn]) => isOn),
      ],
      string: [coreMouseService.activeProtocol, coreMouseService.activeEncoding],
      object: [
        buffers.alt,
        active.tabs,
        _charsetService._charsets,
        active.lines.get(0)?._data,
        active.lines.get(0)?._combined,
        active.lines.get(0)?._extendedAttrs,
      ],
      function: [
        ...members(active, 'getNullCell'),
        ...members(active.lines, 'splice', 'get', 'trimStart'),
        ...members(active.lines.get(0), ...(['fill', 'loadCell', 'translateToString'] as const)),
        ...members(core, 'registerCsiHandler', 'registerEscHandler', 'registerOscHandler'),
        ...members(_inputHandler, 'parse', 'eraseInDisplay', 'eraseInLine', '_eraseAttrData'),
        ...members(_inputHandler._curAttrData, 'updateExtended'),
        ...members(_inputHandler._parser, 'reset'),
        ...members(_inputHandler._parser._oscParser, 'reset'),
        ...members(_inputHandler._parser._dcsParser, 'reset'),
      ],
    };
    for (const [type, values] of Object.entries(expected)) {
      assert.deepEqual(
        values.map((value) => typeof value),
        values.map(() => type),
      );
    }
    assert.equal(buffers.active, buffers.normal);
  });

  it('has the widths of Unicode 11', () => {
    void core._inputHandler.parse(Buffer.from('👍\x1b[2;1H日\x1b[3;1H❤️'));
    const widths = [0, 1, 2].map((row) =>
      terminal.buffer.active.getLine(row)?.getCell(0)?.getWidth(),
    );
    assert.deepEqual(widths, [2, 2, 1]);
  });
});

function members<T extends object>(
  owner: T | undefined,
  ...names: readonly (keyof T)[]
): unknown[] {
  return names.map((name) => owner?.[name]);
}
