import assert from 'node:assert/strict';
import {
  planTerminalClose,
  type ClosedTerminal,
  type TerminalCloseAction,
} from '../../../../src/views/terminals/terminalCloseAction';

describe('planTerminalClose', () => {
  const CASES: readonly (readonly [
    ClosedTerminal['reason'],
    ClosedTerminal['onTerminalClose'],
    'launched' | 'not launched',
    TerminalCloseAction,
  ])[] = [
    ['user', 'detach', 'launched', 'nothing'],
    ['user', 'kill', 'launched', 'kill'],
    ['shutdown', 'kill', 'launched', 'nothing'],
    ['extension', 'kill', 'launched', 'nothing'],
    ['process', 'kill', 'launched', 'nothing'],
    ['unknown', 'kill', 'launched', 'nothing'],
    ['user', 'detach', 'not launched', 'launch'],
    ['extension', 'detach', 'not launched', 'launch'],
    ['unknown', 'detach', 'not launched', 'launch'],
    ['user', 'kill', 'not launched', 'nothing'],
    ['shutdown', 'detach', 'not launched', 'nothing'],
  ];
  for (const [reason, onTerminalClose, launched, action] of CASES) {
    it(`${reason}, ${onTerminalClose}, ${launched}: ${action}`, () => {
      const isLaunched = launched === 'launched';
      assert.equal(planTerminalClose({ reason, onTerminalClose, isLaunched }), action);
    });
  }
});
