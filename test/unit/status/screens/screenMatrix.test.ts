import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { readLikely } from '../../../../src/status/screens/likely/readLikely';
import { readScreen } from '../../../../src/status/screens/readScreen';
import { toExpectation, type ScreenCase } from '../../../../src/status/screens/screenCase';
import { listRecordedScreens, readRecordedScreen } from '../../../support/status/recordedScreens';

/** The possible readings of a screen, in the order of the matrix. */
const READ = [
  'working',
  'permission',
  'question',
  'trust',
  'idle',
  'limited',
  'failed',
  'skip',
  'unknown',
] as const;
type Read = (typeof READ)[number];

interface Row {
  readonly file: string;
  readonly screen: ScreenCase;
  readonly read: Read;
  readonly rule: string;
  readonly question: string | undefined;
}

describe('the confusion matrix of the screen rules', () => {
  const rows = listRecordedScreens().map((file) => readCase(file));

  for (const { file, screen, read, rule, question } of rows) {
    it(`${file}: ${screen.expect}`, () => {
      assert.equal(read, screen.expect, `read by the rule ${rule}`);
      assert.ok(!isNeed(read) || (question ?? '').length > 5, 'the reading contains the question');
    });
  }

  it('has no wrong idle, no missed question and no false question', () => {
    process.stdout.write(`${formatMatrix(rows)}\n`);
    const isRest = (read: Read): boolean => read === 'idle';
    const wrong = rows.filter(
      ({ screen: { expect }, read }) =>
        (isRest(read) && !isRest(expect)) || isNeed(read) !== isNeed(expect),
    );
    assert.deepEqual(
      wrong.map(({ file }) => file),
      [],
    );
  });

  it('has screens of the agents that are used most, in three sizes', () => {
    const counts = new Map<string, number>();
    for (const { screen } of rows) {
      counts.set(screen.provider, (counts.get(screen.provider) ?? 0) + 1);
    }
    for (const id of ['claude', 'codex', 'gemini', 'qwen', 'opencode', 'copilot', 'cline']) {
      assert.ok((counts.get(id) ?? 0) >= 3, id);
    }
    const sizes = new Set(rows.map(({ screen }) => screen.screen.rows.length));
    assert.deepEqual([...sizes].sort(), [24, 40, 50]);
  });
});

function readCase(file: string): Row {
  const screen = readRecordedScreen(file);
  const provider = BUILT_IN_PROVIDERS.find(({ id }) => id === screen.provider);
  assert.ok(provider, `${file} names the provider ${screen.provider}`);
  const reading =
    readScreen(provider.status.screen.rules, screen.screen) ?? readLikely(screen.screen);
  if (reading === 'skip' || reading === undefined) {
    return { file, screen, read: reading ?? 'unknown', rule: 'none', question: undefined };
  }
  const { state, ruleId } = reading;
  const question = state.kind === 'needsInput' ? state.question : undefined;
  return { file, screen, read: toExpectation(state), rule: ruleId, question };
}

function isNeed(read: Read): boolean {
  return ['permission', 'question', 'trust'].includes(read);
}

function formatMatrix(rows: readonly Row[]): string {
  const cell = (text: string | number): string => String(text).padStart(11);
  const count = (expect: Read, read: Read): number =>
    rows.filter((row) => row.screen.expect === expect && row.read === read).length;
  const line = (expect: Read): string =>
    [expect.padEnd(11), ...READ.map((read) => cell(count(expect, read) || '·'))].join('');
  return [
    `    ${rows.length} screens, expected (down) and read (across)`,
    [' '.repeat(11), ...READ.map(cell)].join(''),
    ...READ.map(line),
  ].join('\n    ');
}
