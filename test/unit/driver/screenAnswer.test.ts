import assert from 'node:assert/strict';
import { applyEngineOverride } from '../../../src/providers/registry/applyProviderOverride';
import { UNKNOWN_ENGINE, type AnswerScreen } from '../../../src/providers/model/engineFacts';
import { readShownAnswer } from '../../../src/driver/screenAnswer';
import { readRecordedScreen } from '../../support/status/recordedScreens';
import { providerOf } from '../../support/agents/transcriptLines';

const screenOf = (providerId: string): AnswerScreen => providerOf(providerId).engine.screen;

const NOTHING_BEFORE = { own: 0, others: 0 };

function read(
  screen: AnswerScreen,
  rows: readonly string[],
  { prompt = 'go', keepsRows = true, columns = 40, before = NOTHING_BEFORE } = {},
) {
  return readShownAnswer(screen, { rows, columns, keepsRows, before }, prompt);
}

const RULE = '─'.repeat(40);
const CLAUDE_END = [RULE, '❯ ', RULE, '  ? for shortcuts'];

describe('readShownAnswer', () => {
  const recorded: readonly (readonly [string, string, string])[] = [
    [
      'claude-07-answer',
      'hello fake SLOW',
      'FAKE-ANSWER: you said hello fake SLOW END-OF-FAKE-ANSWER',
    ],
    [
      'claude-08-tool-auto',
      'please RUNBASH now',
      'FAKE-ANSWER: I will use a tool.\n\nFAKE-ANSWER: tool finished. END-OF-FAKE-ANSWER',
    ],
    [
      'codex-06-answer',
      'hello codex SLOW',
      'FAKE-ANSWER: you said hello codex SLOW END-OF-FAKE-ANSWER',
    ],
    ['codex-07-tool', 'please RUNBASH', 'FAKE-ANSWER: you said please RUNBASH END-OF-FAKE-ANSWER'],
    [
      'opencode-12-answer',
      'hello SLOW fake',
      'FAKE-ANSWER: you said hello SLOW fake END-OF-FAKE-ANSWER',
    ],
    ['kilocode/120x40/idle-answer', 'Wait [held]', 'Stand-in answer to: Wait held'],
    ['pi-12-answer', 'hello SLOW fake', 'FAKE-ANSWER: you said hello SLOW fake END-OF-FAKE-ANSWER'],
    [
      'copilot-12-answer',
      'hello SLOW fake',
      'FAKE-ANSWER: you said 2026-11-21T21:10:51.327+00:00\n\nhello SLOW fake END-OF-FAKE-ANSWER',
    ],
  ];
  for (const [name, prompt, expected] of recorded) {
    it(`reads ${name}`, () => {
      const { provider, screen } = readRecordedScreen(`${name}.txt`);
      const answer = read(screenOf(provider), screen.rows, { prompt, columns: 120 });
      assert.equal(answer.text, expected);
    });
  }

  const cases: readonly (readonly [string, readonly string[], object, string, boolean])[] = [
    ['no answer to another prompt', ['❯ stop', '● no', ...CLAUDE_END], {}, '', false],
    ['nothing if the screen shows no prompt', ['● no', ...CLAUDE_END], {}, '', false],
    [
      'the visible rows if the prompt has left a screen without scrollback',
      ['  two', '', '● three', ...CLAUDE_END],
      { keepsRows: false },
      'two\n\nthree',
      false,
    ],
    ['nothing while the agent thinks', ['❯ go', '', '✶ Thinking…', ...CLAUDE_END], {}, '', true],
    [
      'the growing answer above a spinner with a tip',
      ['❯ go', '', '● one', '', '✽ Baking… (3s)', '  ⎿  Tip: use it', '   ◐ x', ...CLAUDE_END],
      {},
      'one',
      true,
    ],
    [
      'the growing answer above a spinner with a list of tasks',
      ['❯ go', '● one', '', '✽ Baking…', '  ⎿  ☒ first', '     ☐ second', '', ...CLAUDE_END],
      {},
      'one',
      true,
    ],
    [
      'the text below the duration of an earlier part of the turn',
      ['❯ go', '● one', '', '✻ Baked for 3s', '  ⎿  Tip: use it', '', '● two', ...CLAUDE_END],
      {},
      'one\n\ntwo',
      true,
    ],
    ['a prompt without a composer', ['❯ go', '● yes'], {}, 'yes', true],
    [
      'a prompt of several lines',
      ['❯ one', '  two', '', '● yes', ...CLAUDE_END],
      { prompt: 'one\ntwo' },
      'yes',
      true,
    ],
    [
      'the answer to a pasted prompt',
      ['❯ [Pasted text #1 +9 lines]', '', '● yes', ...CLAUDE_END],
      { prompt: 'a\nb\nc' },
      'yes',
      true,
    ],
    [
      'the answer to the last of two equal prompts',
      ['❯ go', '● no', '❯ go', '● yes', ...CLAUDE_END],
      { before: { own: 1, others: 0 } },
      'yes',
      true,
    ],
    [
      'an answer that contains prompts and chrome',
      ['❯ go', '● say', '  ❯ go', '  ● no', '  esc to interrupt', ...CLAUDE_END],
      {},
      'say\n❯ go\n● no\nesc to interrupt',
      true,
    ],
    [
      'code with its blank lines and indentation',
      ['❯ go', '● Code:', '', '  if (a) {', '    b();', '', '  }', ...CLAUDE_END],
      {},
      'Code:\n\nif (a) {\n  b();\n\n}',
      true,
    ],
    [
      'no tool calls and no output of tools',
      ['❯ go', '● one', '', '● Bash(x)', '  ⎿  two', '', '● three', ...CLAUDE_END],
      {},
      'one\n\nthree',
      true,
    ],
  ];
  for (const [name, rows, options, text, hasBegin] of cases) {
    it(`reads ${name}`, () => {
      const answer = read(screenOf('claude'), rows, options);
      assert.deepEqual([answer.text, answer.hasBegin], [text, hasBegin]);
    });
  }

  it('reads text that a tip follows', () => {
    const rows = ['› go', '', '• Ran x', '  └ y', '', '• yes', '  └ Tip: use it', '', '› Ask'];
    assert.equal(read(screenOf('codex'), rows).text, 'yes');
  });

  it('reads an agent that is defined by settings', () => {
    const override = { promptMarker: '$>', responseMarker: '*', chrome: ['[info]'] };
    const { screen } = applyEngineOverride(UNKNOWN_ENGINE, override);
    const rows = ['$> go', '* one', '[info] 3 tokens', '  two', '* three', '$> '];
    assert.equal(read(screen, rows).text, 'one\ntwo\n\nthree');
  });

  it('reads an agent without screen rules', () => {
    const rows = ['> go', '', 'one', '  two', '───', '> '];
    assert.equal(read(UNKNOWN_ENGINE.screen, rows).text, 'one\n  two');
  });

  describe('of an agent whose text has no marker', () => {
    const unmarked: readonly (readonly [string, string, readonly string[], string])[] = [
      [
        'an answer that is a word of the prompt',
        'Is it so? Answer yes or no.',
        ['> Is it so? Answer yes or no.', '', 'yes', '> '],
        'yes',
      ],
      [
        'an answer that begins with words of the prompt',
        'Which is better, tabs or spaces?',
        ['> Which is better, tabs or spaces?', 'tabs', 'because they are shorter.', '> '],
        'tabs\nbecause they are shorter.',
      ],
      [
        'an answer that is a word of a prompt in two rows',
        'Is it so? Answer yes or no.',
        ['> Is it so? Answer', '  yes or no.', 'yes', '> '],
        'yes',
      ],
      [
        'an answer that is the next word of a prompt that is cut',
        'Is it so? Answer yes or no.',
        ['> Is it so? Answer', 'yes', '> '],
        'yes',
      ],
      [
        'an answer that is a line of a prompt with blank lines',
        'one\n\n  two three\n\nfour',
        ['> one', '', '    two', '    three', '', '  four', '', 'four', '> '],
        'four',
      ],
      [
        'an answer that is a line of the prompt, below a row that is blank only on the screen',
        'one\ntwo',
        ['> one', '', 'two', '> '],
        'two',
      ],
      [
        'an answer that is a line of a prompt whose lines are cut',
        'one two three\nfour five six\nseven',
        ['> one two…', '  four…', '  seven', 'seven', '> '],
        'seven',
      ],
      [
        'the answer to a prompt with wide characters and a mark behind its first line',
        '😀😀😀 fix\nsecond line',
        ['> 😀😀😀 fix ✔', '  second line', 'an answer', '> '],
        'an answer',
      ],
      [
        'an answer that is a line of a prompt in a frame with the time',
        'one two\nthree',
        ['│ > one two   10:51 │', '│   three           │', '', 'three', '> '],
        'three',
      ],
      [
        'an answer that is a line of a pasted prompt',
        'one\ntwo\nthree',
        ['> [Pasted text #1 +3 lines]', 'two', '> '],
        'two',
      ],
      [
        'an answer that quotes the prompt',
        'Quote me',
        ['> Quote me', 'You asked:', '> Quote me', 'That is all.', '> '],
        'You asked:\n> Quote me\nThat is all.',
      ],
      [
        'an answer that quotes the beginning of the prompt, indented',
        'Quote me, and all of this',
        ['> Quote me, and all of this', 'You asked:', '  > Quote me, and all that', 'So.', '> '],
        'You asked:\n  > Quote me, and all that\nSo.',
      ],
      [
        'no rows below a title that equals the prompt',
        'Quote me',
        ['Quote me', 'fake 1.0', '> Quote me', 'So.', '> '],
        'So.',
      ],
      [
        'an answer to a pasted prompt that quotes a line of it',
        'one\ntwo\nthree',
        ['> [Pasted text #1 +3 lines]', 'You pasted:', '> two', 'So.', '> '],
        'You pasted:\n> two\nSo.',
      ],
    ];
    for (const [name, prompt, rows, text] of unmarked) {
      it(`reads ${name}`, () => {
        assert.equal(read(UNKNOWN_ENGINE.screen, rows, { prompt }).text, text);
      });
    }

    it('joins no rows if the terminal has wrapped them', () => {
      const rows = ['one two three four', 'fives sixes', 'a row that is wider than its screen'];
      const { text } = read(UNKNOWN_ENGINE.screen, ['> go', ...rows, '> '], { columns: 20 });
      assert.equal(text, rows.join('\n'));
    });

    const quote = ['You asked:', '> go', 'That is all.'];
    const quoted = quote.join('\n');
    const repeated: readonly (readonly [string, readonly string[], number | undefined, string])[] =
      [
        ['was asked before', ['hi', '> go', 'no', '> go', ...quote], 1, quoted],
        ['was quoted before', ['hi', '> go', 'So: go', '> go', 'no', '> go', ...quote], 2, quoted],
        ['was asked before, above the screen', ['hi', '> go', 'yes'], 1, 'yes'],
        ['is drawn again', ['hi', '> go', 'y', 'hi', '> go', 'yes'], 0, 'yes'],
        [
          'is drawn again with one before',
          ['hi', '> go', 'no', '> go', 'hi', '> go', 'no', '> go', 'yes'],
          1,
          'yes',
        ],
        [
          'was submitted without a read of the earlier screen',
          ['hi', '> go', 'no', '> go', 'yes'],
          undefined,
          'yes',
        ],
      ];
    for (const [name, rows, own, text] of repeated) {
      it(`reads the answer to a prompt that ${name}`, () => {
        const before = own === undefined ? undefined : { own, others: 0 };
        const screen = { rows: [...rows, '> '], columns: 40, keepsRows: true, before };
        assert.equal(readShownAnswer(UNKNOWN_ENGINE.screen, screen, 'go').text, text);
      });
    }
  });
});
