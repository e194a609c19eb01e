import assert from 'node:assert/strict';
import { checkNewest, type CheckTools } from '../../../../scripts/lib/record/checkNewest';
import type { Recipe } from '../../../../scripts/lib/record/recipe';
import { toScreenFiles } from '../../../../scripts/lib/record/recordedFiles';
import type { Recorded } from '../../../../scripts/lib/record/recordRun';

const RECIPE: Recipe = {
  provider: 'pi',
  title: 'Pi',
  version: '1.0.0',
  install: { name: 'pi-package' },
  program: 'pi',
  standIn: 'none',
  runs: [],
  absent: {},
};

const SIZES = [{ cols: 80, rows: 24 }];
const RULE = '─'.repeat(80);
const COMPOSER = [RULE, '', RULE, '~/app (main)', '0.0%/128k (auto)'];

function idle(rows: readonly string[], note = 'Pi 1.0.0, 80x24'): Recorded {
  const screen = { rows, cursor: { row: 1, column: 0 }, title: '' };
  return { name: 'idle', screen: { provider: 'pi', expect: 'idle', note, screen } };
}

function tools(version: string, recorded: Recorded): CheckTools {
  return {
    findNewest: () => Promise.resolve(version),
    record: () => Promise.resolve([recorded]),
    readStored: (provider, size) =>
      Promise.resolve(toScreenFiles(provider, size, [idle(COMPOSER)])),
  };
}

describe('checkNewest', () => {
  it('reports no change for the same screens of a newer version', async () => {
    const newer = tools('1.1.0', idle(COMPOSER, 'Pi 1.1.0, 80x24'));
    assert.deepEqual(await checkNewest(RECIPE, SIZES, newer), {
      lines: ['pi 1.0.0 has become 1.1.0, 80x24: the same'],
      isSame: true,
    });
  });

  it('reports the rows that differ, and screens that are read wrong', async () => {
    const rows = [...COMPOSER.slice(0, 4), '0.0% of 128k'];
    const { lines, isSame } = await checkNewest(RECIPE, SIZES, tools('1.0.0', idle(rows)));
    assert.equal(isSame, false);
    assert.equal(lines[0], 'pi 1.0.0 is the newest, 80x24: changed');
    assert.equal(lines[1], 'pi/80x24/idle.txt: changed');
    assert.match(lines[3] ?? '', /\+ 0\.0% of 128k$/);
    assert.equal(lines[4], 'idle: read as unknown by the rule none, instead of idle');
  });

  it('reports a version whose recipe fails, as a change', async () => {
    const failing: CheckTools = {
      ...tools('2.0.0', idle(COMPOSER)),
      record: () => Promise.reject(new Error('After 30000 ms still waiting for /idle/')),
    };
    assert.deepEqual(await checkNewest(RECIPE, SIZES, failing), {
      lines: ['pi 1.0.0: failed. After 30000 ms still waiting for /idle/'],
      isSame: false,
    });
  });
});
