import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import { readScreen } from '../../../src/status/screens/readScreen';
import { drawnScreen } from '../../support/status/drawnScreen';

const LINE = '─'.repeat(60);
const FAR = ' '.repeat(12);
const PI_STATUS = [LINE, '~/app', '0.0%/128k (auto)'];
const DROID_COMPOSER = [`╭${LINE}╮`, `│ > ${' '.repeat(57)} │`, `╰${LINE}╯`, '? for help'];
const MASTRA_COMPOSER = [`╭${LINE}╮`, `│ ›${' '.repeat(58)}│`, `╰${LINE}╯`, '▐build▌model▌  main'];
const GROK_COMPOSER = [
  `  ╭${LINE}╮`,
  `  │ ❯${' '.repeat(58)}│`,
  `  ╰${LINE}╯`,
  '  Ctrl+x:shortcuts',
];
const THEMES = [
  ' Choose the text style that looks best with your terminal',
  ' To change this later, run /theme',
  '',
  ' ❯ ✔ Auto (match terminal)',
  '     Dark mode',
  '   ↓ 2 more',
  ' ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌',
  '  1  function greet() {',
  ' ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌',
  '  Syntax theme: Monokai Extended (ctrl+t to disable)',
];

describe('the rules of a CLI on a screen that is too small for its dialog', () => {
  const kindOf = (provider: string, rows: readonly string[]): string | undefined => {
    const { rules } = BUILT_IN_PROVIDERS.find(({ id }) => id === provider)?.status.screen ?? {};
    const reading = readScreen(rules ?? [], drawnScreen(rows));
    return typeof reading === 'object' ? reading.state.kind : reading;
  };

  for (const [name, provider, rows] of [
    [
      'whose keys need two rows over the transcript',
      'cline',
      [
        `${FAR}──── Select Model                                ────`,
        `${FAR}❯ Wh ❯ First`,
        `${FAR}──── Type to search, Enter to select, Tab to      ────`,
        `${FAR}     change provider, Esc to close`,
        `${FAR}sta                                              ab)`,
        `${FAR}app (main)`,
      ],
    ],
    [
      'with a note below its keys',
      'commandcode',
      [
        LINE,
        'Skills',
        '[on]  First',
        '',
        '↑/↓ navigate · enter to toggle · esc to close',
        'add: cmd add',
      ],
    ],
    [
      'whose last key is alone in a row',
      'droid',
      [
        '   Ask User',
        '   Which one?',
        '',
        '   1. First',
        '   Space/Enter Select •',
        '    ESC stop agent',
      ],
    ],
    [
      'whose last key goes on in the next row',
      'droid',
      ['   Ask User', '   Which one?', '', '   1. First', '   Enter Select • ESC', '   stop agent'],
    ],
    [
      'with the end of its text between its buttons',
      'cline',
      [' Approve tool call?', ' editor', '', '  [y] Approve pp[n]cDenyta.md', '', ' app'],
    ],
    [
      'whose last key goes on below it, above the composer',
      'cline',
      [
        '   Session History',
        '    ❯ Hello                      just now',
        '   ↑/↓ navigate, Enter to resume, ← delete, Esc to',
        '   close',
        LINE,
        '❯ Ask anything...',
        LINE,
        ' stand-in (10) $0.00      ○ Plan ● Act (Tab)',
      ],
    ],
    [
      'whose key that leaves is below its others',
      'grok',
      [
        `  One ┌─ Agents ${'─'.repeat(30)} [✗] ─┐`,
        '  two │  ▶ First                               │',
        '      │    j/k nav  |  Enter view  |  t toggle │',
        '      │          s default  |  Esc close       │',
        `      └${'─'.repeat(40)}┘`,
        '  Shift+Tab:mode  │  Ctrl+x:shortcuts',
      ],
    ],
    [
      'whose last key goes on below it',
      'mastracode',
      [
        '           Select Thread',
        `╭─────                          ───╮`,
        '│ Asked   Type to search • Enter select • Esc   │',
        '│         cancel                                │',
        '│         → app (just now)                      │',
        `╰─────                          ───╯`,
        ...MASTRA_COMPOSER,
      ],
    ],
    [
      'that begins above the screen',
      'pi',
      [
        '→ First   true',
        '  Second  false',
        '',
        '  Type to search · Enter/Space to change · Esc to cancel',
        ...PI_STATUS,
      ],
    ],
    ['with a sample below its list', 'claude', THEMES],
  ] as const) {
    it(`take one of ${provider} ${name} for no agent that rests or works`, () =>
      assert.ok(['needsInput', 'picker', undefined].includes(kindOf(provider, rows))));
  }

  it('find no failure of kimi above the command that resumes it, whose id goes on below it', () => {
    const rows = [
      ' ✨ Fail',
      '   Error: [provider.api_error] 400',
      ' ╭──────────╮',
      ' │ >        │',
    ];
    const exit = [' Bye!', ' To resume this session: kimi -r session_2f302f', 'b9ae1ace8c'];
    assert.equal(kindOf('kimi', [...rows, ...exit]), 'skip');
  });

  for (const [name, provider, rows] of [
    [
      'a draft that names keys',
      'pi',
      [LINE, 'Draw it · Enter to change · Esc to cancel', ...PI_STATUS],
    ],
    ['an answer that names a key', 'droid', ['    ESC stop agent', ...DROID_COMPOSER]],
    [
      'an answer that quotes the keys of a window',
      'grok',
      ['     │ j/k nav  |  Enter view  |  t toggle │', ...GROK_COMPOSER],
    ],
    [
      'an answer with the keys of a question, above a low composer',
      'droid',
      ['   Enter Select • ESC', ...DROID_COMPOSER.slice(0, 3)],
    ],
    [
      'an answer with the top of a window, and a table of keys',
      'grok',
      ['     ┌─ Agents [✗] ─┐', '  │ Key  |  Enter view  |  x │', ...GROK_COMPOSER],
    ],
    [
      'an answer that names keys with dots',
      'mastracode',
      [
        '  Select   Enter picks · Space toggles · Esc',
        ...MASTRA_COMPOSER.with(1, `│ ›▮${' '.repeat(57)}│`),
      ],
    ],
    [
      'an answer that quotes the list',
      'claude',
      [...THEMES, LINE, '❯ ', LINE, '  ? for shortcuts'],
    ],
  ] as const) {
    it(`find no question of ${provider} in ${name}`, () =>
      assert.equal(kindOf(provider, rows), 'idle'));
  }
});
