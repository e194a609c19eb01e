import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type { ScreenRule } from '../../../../src/providers/model/statusFacts';
import { toPlainLine, type ReadableScreen } from '../../../../src/status/screens/screenParts';
import { readScreen } from '../../../../src/status/screens/readScreen';
import type { ScreenCase } from '../../../../src/status/screens/screenCase';
import { listRecordedScreens, readRecordedScreen } from '../../../support/status/recordedScreens';

/** How a CLI draws an answer. */
interface Drawn {
  /** The mark before it. Its further rows are indented by as many columns. */
  readonly mark: string;
  /** The row that ends a turn. */
  readonly ended?: string;
  /** What is below the last answer, such as the first rows of the composer: the last match. */
  readonly below: RegExp;
  /** Only the column of its work, where its answers have no text, tells it from them. */
  readonly column?: true;
}

const DRAWN: Readonly<Record<string, Drawn>> = {
  auggie: { mark: '● ', below: /^─{10,}\n›/gm },
  claude: { mark: '● ', below: /^─{10,}.*\n[❯!]/gm, column: true },
  cline: { mark: ' * ', below: /^─{10,}\n❯/gm, column: true },
  codex: { mark: '• ', ended: '  Worked for 1s', below: /^›/gm, column: true },
  commandcode: { mark: '⠶ ', below: /^─{10,}\n❯/gm, column: true },
  continue: { mark: '● ', below: /^╭─{10,}.*\n│ ●/gm },
  copilot: { mark: ' ● ', below: /^ \S.*\n(?:─{10,}\n❯|╻▄{10,})/gm },
  droid: { mark: '⛬  ', below: /^ Auto \(/gm },
  gemini: { mark: '✦ ', below: /^.*\n─{10,}\n Shift\+Tab/gm },
  grok: { mark: '     ', ended: '     Worked for 1s', below: /^ *╭─{10,}.*\n *│ ❯/gm },
  kilocode: { mark: '     ', below: /^ *┃\n(?: *┃.*\n)+ *╹▀/gm },
  kimi: { mark: ' ● ', below: /^ ╭─{10,}.*\n │ >/gm },
  letta: { mark: '• ', below: /^─{10,}\n›/gm, column: true },
  mastracode: { mark: '  ', below: /^╭─{10,}.*\n│ ›/gm },
  opencode: { mark: '     ', below: /^ *┃\n(?: *┃.*\n)+ *╹▀/gm },
  qwen: { mark: '  ◆ ', below: /^─{10,}\n[>!*]/gm },
};

/**
 * The others: Amp has no rule for work. Pi indents its answers as far as the row of its work, which
 * widgets of extensions can separate from the composer.
 */
const UNBOUND = ['amp', 'pi'];

describe('an answer that quotes the row by which its CLI shows work', () => {
  const screens = listRecordedScreens().map((file) => ({ file, ...readRecordedScreen(file) }));

  it('is tried for each CLI of which an idle screen was recorded', () => {
    const recorded = screens.filter(({ expect }) => expect === 'idle');
    const ids = new Set(recorded.map(({ provider }) => provider));
    assert.deepEqual([...ids].sort(), [...Object.keys(DRAWN), ...UNBOUND].sort());
  });

  for (const [provider, drawn] of Object.entries(DRAWN)) {
    it(`is read as idle: ${provider}`, () => {
      const own = screens.filter((screen) => screen.provider === provider);
      const rules = rulesOf(provider);
      const works = listWorkRows(rules, own);
      const idle = own.flatMap(({ file, expect, screen }) => {
        const at = expect === 'idle' ? findBelow(screen.rows, drawn.below) : undefined;
        return at === undefined ? [] : [{ file, screen, at }];
      });
      assert.ok(works.length > 0 && idle.length > 0);
      for (const { file, screen, at } of idle) {
        for (const answer of works.flatMap((work) => quote(work, drawn))) {
          const read = readKind(rules, insert(screen, at, answer));
          assert.equal(read, 'idle', `${file}\n${answer.join('\n')}`);
        }
      }
    });
  }
});

function rulesOf(id: string): readonly ScreenRule[] {
  return BUILT_IN_PROVIDERS.find((provider) => provider.id === id)?.status.screen.rules ?? [];
}

/** The rows of the working screens by which any of the rules finds work. */
function listWorkRows(
  rules: readonly ScreenRule[],
  screens: readonly ScreenCase[],
): readonly string[] {
  const working = screens.filter(({ expect }) => expect === 'working');
  const seen = rules
    .filter(({ shows }) => shows === 'working')
    .flatMap((rule) =>
      working.flatMap(({ screen }) => {
        const reading = readScreen([rule], screen);
        const isSeen = (row: string): boolean =>
          typeof reading === 'object' && toPlainLine(row) === reading.seen;
        return screen.rows.findLast(isSeen) ?? [];
      }),
    );
  return [...new Set(seen)];
}

/** Answers that quote the row: as their first row, as a further one, as the last one, and in the column of the CLI. */
function quote(work: string, { mark, ended, column }: Drawn): readonly (readonly string[])[] {
  const indent = ' '.repeat(mark.length);
  const begin = ['', `${mark}It shows`];
  const end = [`${indent}while it works.`, '', ...(ended === undefined ? [] : [ended, ''])];
  return [
    ['', `${mark}${work.trim()}`, ...end],
    [...begin, `${indent}${work}`, ...end],
    [...begin, `${indent}${work.trim()}`, ...end.slice(1)],
    ...(column ? [] : [[...begin, work, ...end]]),
  ];
}

/** The row at which the last match begins. */
function findBelow(rows: readonly string[], below: RegExp): number | undefined {
  const text = rows.join('\n');
  const last = [...text.matchAll(below)].at(-1);
  return last && text.slice(0, last.index).split('\n').length - 1;
}

function insert(
  { rows, cursor }: ReadableScreen,
  at: number,
  inserted: readonly string[],
): ReadableScreen {
  const row = cursor.row < at ? cursor.row : cursor.row + inserted.length;
  return {
    rows: [...rows.slice(0, at), ...inserted, ...rows.slice(at)],
    cursor: { ...cursor, row },
  };
}

function readKind(rules: readonly ScreenRule[], screen: ReadableScreen): string | undefined {
  const reading = readScreen(rules, screen);
  return typeof reading === 'object' ? reading.state.kind : reading;
}
