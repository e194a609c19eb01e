import assert from 'node:assert/strict';
import { requireOpenInput, requireWholeLines } from '../../../../src/agents/prompts/openInput';
import { SessionError } from '../../../../src/base/errors';
import type { ProviderDefinition } from '../../../../src/providers/model/providerDefinition';
import { UNKNOWN_FACTS } from '../../../../src/providers/registry/unknownProvider';
import type { VisibleScreen } from '../../../../src/pty/sessionService';
import { providerOf } from '../../../support/agents/transcriptLines';
import { listRecordedScreens, readRecordedScreen } from '../../../support/status/recordedScreens';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import type { PromptDelivery } from '../../../../src/agents/prompts/promptDelivery';
import { agent, fails, shell, written } from '../../../support/agents/deliveryBench';

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

const send = (prompt: string) => (delivery: PromptDelivery) => delivery.send('a', prompt);

describe('a prompt of which the program would get only the beginning of a line', () => {
  const long = `Look: ${'é'.repeat(3000)}`;

  for (const [who, session] of [
    ['an agent', agent({ bracketedPaste: false })],
    ['a shell', shell()],
  ] as const) {
    it(`types none for ${who}`, async () => {
      const react = () => assert.fail('something was typed');
      const sent = written({ session, react, lineLimit: 4095 }, send(long));
      await fails(sent, 'AGENT_NOT_READY', /keeps 4095 bytes, and a line of this prompt has 6006/);
    });
  }

  it('asks for the terminal of the program, which a client over SSH or of tmux does not have', async () => {
    for (const [change, expected] of [
      [{}, 7],
      [{ kind: 'ssh' }, null],
      [{ persistence: 'tmux' }, null],
    ] as const) {
      const session = agent({ bracketedPaste: false, pid: 7, ...change });
      const asked: (number | null)[] = [];
      await requireWholeLines(session, long, (pid) => {
        asked.push(pid);
        return Promise.resolve(Infinity);
      });
      assert.deepEqual(asked, [expected]);
    }
  });

  it('types it if the program reads characters, or accepts pastes', async () => {
    const session = agent({ bracketedPaste: false });
    const [typed] = await written({ session }, send(long));
    assert.equal(typed, long);
    const [pasted = ''] = await written({ session: agent(), lineLimit: 4095 }, send(long));
    assert.ok(pasted.includes(long));
  });
});
