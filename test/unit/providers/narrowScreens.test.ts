import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import { readAgentScreen } from '../../../src/status/screens/readAgentScreen';
import { drawnScreen } from '../../support/status/drawnScreen';

const LINE = '─'.repeat(60);
const FAR = ' '.repeat(12);
const PI_STATUS = [LINE, '~/app', '0.0%/128k (auto)'];
const DROID_COMPOSER = [`╭${LINE}╮`, `│ > ${' '.repeat(57)} │`, `╰${LINE}╯`, '? for help'];
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
    const reading = readAgentScreen(rules ?? [], drawnScreen(rows));
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
    it(`find a question of ${provider} ${name}`, () =>
      assert.equal(kindOf(provider, rows), 'needsInput'));
  }

  for (const [name, provider, rows] of [
    [
      'a draft that names keys',
      'pi',
      [LINE, 'Draw it · Enter to change · Esc to cancel', ...PI_STATUS],
    ],
    ['an answer that names a key', 'droid', ['    ESC stop agent', ...DROID_COMPOSER]],
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
