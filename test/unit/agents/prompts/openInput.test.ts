import assert from 'node:assert/strict';
import { requireOpenInput } from '../../../../src/agents/prompts/openInput';
import { SessionError } from '../../../../src/base/errors';
import type { ProviderDefinition } from '../../../../src/providers/model/providerDefinition';
import { UNKNOWN_FACTS } from '../../../../src/providers/registry/unknownProvider';
import type { VisibleScreen } from '../../../../src/pty/sessionService';
import { providerOf } from '../../../support/agents/transcriptLines';
import { listRecordedScreens, readRecordedScreen } from '../../../support/status/recordedScreens';
import { sessionInfo } from '../../../support/pty/fakeSessions';

describe('requireOpenInput', () => {
  const isShellMode = (
    { shellMode }: Pick<ProviderDefinition, 'shellMode'>,
    shown: Pick<VisibleScreen, 'cursor' | 'rows'>,
  ): boolean => {
    const session = sessionInfo();
    const screen = { altScreen: false, title: '', ...shown };
    try {
      const sessions = { get: () => session };
      const status = { dialogOn: () => undefined, isUnrecognised: () => false };
      requireOpenInput({ sessions, status, session, screen, shellMode });
      return false;
    } catch (error) {
      assert.ok(SessionError.is(error, 'AGENT_NOT_READY'));
      return true;
    }
  };

  it('finds the shell mode in the recorded screens that have it, and in no other', () => {
    const found = listRecordedScreens().filter((name) => {
      const { provider, screen } = readRecordedScreen(name);
      return isShellMode(providerOf(provider), screen);
    });
    assert.deepEqual(found, [
      'claude-61-bash-mode-200x50.txt',
      'claude-61-bash-mode-80x24.txt',
      'codex-61-shell-mode-80x24.txt',
      ...['120x40', '200x50', '80x24'].flatMap((size) =>
        ['idle', 'working'].map((state) => `commandcode/${size}/${state}-shell.txt`),
      ),
      'pi-61-shell-mode-80x24.txt',
    ]);
  });

  it('finds it in an input of several rows, and not in what the transcript shows of it', () => {
    const line = '─'.repeat(20);
    const cursor = { row: 3, column: 4 };
    const claude = providerOf('claude');
    const input = ['● Hello', line, '! ls \\', '  -l', line, '  ! for shell mode'];
    assert.ok(isShellMode(claude, { rows: input, cursor }));
    const after = ['! ls', '  ⎿  a.txt', line, '❯ wait', '  ! now', line];
    assert.ok(!isShellMode(claude, { rows: after, cursor: { row: 4, column: 7 } }));
    const codex = ['• Hello', '! ls \\', '  -l', '  model', '   Shell mode'];
    assert.ok(isShellMode(providerOf('codex'), { rows: codex, cursor: { row: 2, column: 4 } }));
    const text = ['› one', '  ! two', '  model'];
    assert.ok(!isShellMode(providerOf('codex'), { rows: text, cursor: { row: 1, column: 7 } }));
    const pi = ['! said', line, '!ls \\', '-l', line, '0.0%/128k'];
    assert.ok(isShellMode(providerOf('pi'), { rows: pi, cursor: { row: 3, column: 2 } }));
    assert.ok(!isShellMode(providerOf('pi'), { rows: pi.with(2, 'ls'), cursor }));
  });

  it('finds the mark that most programs draw, in the row of the cursor', () => {
    for (const [row, expected] of [
      [' !   ls', true],
      ['│ !', true],
      ['> !', false],
      ['│ !ls │', false],
      ['> ls', false],
    ] as const) {
      const shown = { rows: ['! ls', row], cursor: { row: 1, column: 3 } };
      assert.equal(isShellMode(UNKNOWN_FACTS, shown), expected, row);
    }
  });
});
