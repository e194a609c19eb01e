import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listButtons } from '../../../../src/agents/dialogs/buttonMenu';

const LABELS = ['Allow once', 'Allow always', 'Reject'];

const button = (label: string, ground: string): string => `\x1b[0;38;2;48;2;30;${ground}m${label}`;

describe('listButtons', () => {
  const lists = (coloured: string) => listButtons(coloured, LABELS);
  const NONE_MARKED = LABELS.map((label) => `  ${label}`);

  for (const name of ['opencode-13-approval', 'kilocode-permission']) {
    it(`lists the buttons of a recorded screen, ${name}`, () => {
      const path = join(__dirname, '../../../fixtures/colours', `${name}.ansi`);
      const recorded = readFileSync(path, 'utf8').replaceAll('\n', '\r\n');
      assert.deepEqual(lists(recorded), ['❯ Allow once', '  Allow always', '  Reject']);
    });
  }

  for (const ground of ['48;2;245;167;66', '48;5;214', '48:2::245:167:66', '43', '103']) {
    it(`detects the marked button by its background ${ground}`, () => {
      const row = ['48;2;30;30;30', ground, '48;2;30;30;30'].map((each, at) =>
        button(LABELS[at] ?? '', each),
      );
      assert.deepEqual(lists(row.join('\x1b[0m  ')), [
        '  Allow once',
        '❯ Allow always',
        '  Reject',
      ]);
    });
  }

  it('reads a background that persists, and one that is reset', () => {
    const row = '\x1b[43mAllow once \x1b[1mAllow always \x1b[49mReject';
    assert.deepEqual(lists(row), ['  Allow once', '  Allow always', '❯ Reject']);
  });

  it('marks no button if none has its own background, or each has', () => {
    assert.deepEqual(lists(LABELS.join('  ')), NONE_MARKED);
    const row = ['41', '42', '43'].map((ground, at) => button(LABELS[at] ?? '', ground));
    assert.deepEqual(lists(row.join(' ')), NONE_MARKED);
  });

  it('lists the buttons at the bottom, and none if one is missing', () => {
    const quoted = ['43', '40', '40'].map((ground, at) => button(LABELS[at] ?? '', ground));
    const own = ['40', '40', '43'].map((ground, at) => button(LABELS[at] ?? '', ground));
    assert.deepEqual(lists(`${quoted.join(' ')}\r\n${own.join(' ')}`).at(-1), '❯ Reject');
    assert.deepEqual(lists('Allow once  Reject'), []);
  });
});
