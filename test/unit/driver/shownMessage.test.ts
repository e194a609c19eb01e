import assert from 'node:assert/strict';
import { readLastShown } from '../../../src/driver/screenAnswer';
import { UNKNOWN_ENGINE, type AnswerScreen } from '../../../src/providers/model/engineFacts';
import { providerOf } from '../../support/agents/transcriptLines';
import { readRecordedScreen } from '../../support/status/recordedScreens';

const screenOf = (providerId: string): AnswerScreen => providerOf(providerId).engine.screen;

const RULE = '─'.repeat(40);
const CLAUDE_END = [RULE, '❯ ', RULE, '  ? for shortcuts'];

describe('readLastShown', () => {
  const LAST = 'FAKE-ANSWER: tool finished. END-OF-FAKE-ANSWER';
  const FAKE = (prompt: string) => `FAKE-ANSWER: you said ${prompt} END-OF-FAKE-ANSWER`;
  const recorded: readonly (readonly [string, string])[] = [
    ['claude-07-answer', FAKE('hello fake SLOW')],
    ['claude-08-tool-auto', LAST],
    ['codex-06-answer', FAKE('hello codex SLOW')],
    ['codex-07-tool', FAKE('please RUNBASH')],
    ['opencode-12-answer', FAKE('hello SLOW fake')],
    ['kilocode/120x40/idle-answer', 'Stand-in answer to: Wait held'],
    // Nothing on its screen marks where an answer begins.
    ['pi-12-answer', ''],
    ['claude-04-idle', ''],
    ['codex-04-idle', ''],
  ];
  for (const [name, expected] of recorded) {
    it(`reads ${name}`, () => {
      const { provider, screen } = readRecordedScreen(`${name}.txt`);
      const text = readLastShown(screenOf(provider), { rows: screen.rows, columns: 120 });
      assert.equal(text, expected);
    });
  }

  const cases: readonly (readonly [string, string, readonly string[], string])[] = [
    [
      'the message after the last tool call, with its wrapped rows joined',
      'claude',
      [
        '❯ go',
        '● I look.',
        '● Bash(ls)',
        '  ⎿ x',
        '● This is a long line of text that the',
        '  agent wrote.',
        '',
        '  - a',
        ...CLAUDE_END,
      ],
      'This is a long line of text that the agent wrote.\n\n- a',
    ],
    [
      'a message whose prompt has left the screen',
      'claude',
      ['  end of the one before', '● Mine.', '', '● More.', ...CLAUDE_END],
      'Mine.\n\nMore.',
    ],
    [
      'the message before the last prompt while that is not answered',
      'claude',
      ['❯ go', '● One.', '❯ on', '', '✶ Thinking…', ...CLAUDE_END],
      'One.',
    ],
    ['nothing without its beginning', 'claude', ['  the end', ...CLAUDE_END], ''],
  ];
  for (const [name, provider, rows, text] of cases) {
    it(`reads ${name}`, () =>
      assert.equal(readLastShown(screenOf(provider), { rows, columns: 40 }), text));
  }

  it('reads an agent without screen rules', () => {
    const rows = ['> go', '', 'one', '> on', 'two', '  three', '───', '> '];
    assert.equal(readLastShown(UNKNOWN_ENGINE.screen, { rows, columns: 40 }), 'two\n  three');
  });
});
