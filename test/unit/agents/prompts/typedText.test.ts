import assert from 'node:assert/strict';
import { holdsText } from '../../../../src/agents/prompts/typedText';

describe('the text in the input of an agent', () => {
  async function holds(
    row: string,
    { column = 2, coloured = row }: { column?: number; coloured?: string } = {},
  ): Promise<boolean> {
    const screen = { rows: ['said', row], cursor: { row: 1, column }, altScreen: false, title: '' };
    return holdsText(
      {
        find: () => ({
          screen: () => Promise.resolve(screen),
          colouredText: () => Promise.resolve(`said\r\n${coloured}\x1b[0m\r\n`),
        }),
      },
      'a',
    );
  }

  for (const [what, row, coloured] of [
    [
      'as Codex draws it',
      '› half a thought',
      '\x1b[0;1;48;2;57;57;57m›\x1b[0;48;2;57;57;57m half a thought\x1b[84X',
    ],
    [
      'as Claude Code draws it',
      '❯ half a thought',
      '\x1b[0m❯ \x1b[0;7mh\x1b[0malf\x1b[1Ca\x1b[1Cthought',
    ],
    [
      'as Gemini CLI draws it',
      ' > half a thought',
      '\x1b[0;48;2;66;66;66m > \x1b[0;7;38;2;255;255;255;48;2;66;66;66mh\x1b[0;38;2;255;255;255;48;2;66;66;66malf a thought',
    ],
    ['in front of a hint', '❯ half   tab', '\x1b[0m❯ half   \x1b[2mtab'],
  ] as const) {
    it(`counts behind the cursor, ${what}`, async () => {
      assert.equal(await holds(row, { column: row.indexOf('half'), coloured }), true);
    });
  }

  for (const [what, row, coloured] of [
    [
      'Codex',
      '› Ask Codex',
      '\x1b[0;1;48;2;57;57;57m›\x1b[0;48;2;57;57;57m \x1b[0;2;48;2;57;57;57mAsk Codex',
    ],
    ['Claude Code', '❯ Try "fix"', '\x1b[0m❯ \x1b[0;7mT\x1b[0;2mry "fix"'],
    [
      'Qwen Code',
      '>   Type your',
      '\x1b[0;38;2;203;166;247m> \x1b[0;48;2;212;212;212m \x1b[0;38;2;108;112;134m Type your',
    ],
    ['a frame', '│ >        │', '\x1b[0m│ >        │'],
  ] as const) {
    it(`is none if it is a placeholder of ${what}`, async () => {
      const column = row.indexOf('>') >= 0 ? row.indexOf('>') + 2 : 2;
      assert.equal(await holds(row, { column, coloured }), false);
    });
  }

  it('counts before the cursor in any colour, and not if the input cannot be read', async () => {
    assert.equal(await holds('❯ half', { column: 6, coloured: '\x1b[2m❯ half' }), true);
    assert.equal(await holds('$ half', { column: 2 }), false);
  });
});
