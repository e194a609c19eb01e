import assert from 'node:assert/strict';
import {
  READINGS,
  readScreenCase,
  type Reading,
  type ScreenReading,
} from '../../../../scripts/lib/record/readScreenCase';
import type { ScreenCase } from '../../../../src/status/screens/screenCase';
import { listRecordedScreens, readRecordedScreen } from '../../../support/status/recordedScreens';

interface Row extends ScreenReading {
  readonly file: string;
  readonly screen: ScreenCase;
}

describe('the confusion matrix of the screen rules', () => {
  const rows = listRecordedScreens().map((file) => readCase(file));

  for (const { file, screen, read, rule, question } of rows) {
    it(`${file}: ${screen.expect}`, () => {
      assert.ok(isRight(screen.expect, read), `read as ${read} by the rule ${rule}`);
      assert.ok(!isNeed(read) || (question ?? '').length > 5, 'the reading contains the question');
    });
  }

  it('has no wrong idle, no missed question and no false question', () => {
    process.stdout.write(`${formatMatrix(rows)}\n`);
    const isRest = (read: Reading): boolean => read === 'idle';
    const wrong = rows.filter(
      ({ screen: { expect }, read }) =>
        (isRest(read) && !isRest(expect)) ||
        (isNeed(read) !== isNeed(expect) && !isRight(expect, read)),
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
  return { file, screen, ...readScreenCase(screen) };
}

/** A page in front that no rule recognises may ask something, so it counts as neither rest nor work. */
function isRight(expect: Reading, read: Reading): boolean {
  return read === expect || (read === 'unknown' && ['question', 'skip'].includes(expect));
}

function isNeed(read: Reading): boolean {
  return ['permission', 'question', 'trust'].includes(read);
}

function formatMatrix(rows: readonly Row[]): string {
  const cell = (text: string | number): string => String(text).padStart(11);
  const count = (expect: Reading, read: Reading): number =>
    rows.filter((row) => row.screen.expect === expect && row.read === read).length;
  const line = (expect: Reading): string =>
    [expect.padEnd(11), ...READINGS.map((read) => cell(count(expect, read) || '·'))].join('');
  return [
    `    ${rows.length} screens, expected (down) and read (across)`,
    [' '.repeat(11), ...READINGS.map(cell)].join(''),
    ...READINGS.map(line),
  ].join('\n    ');
}
