import assert from 'node:assert/strict';
import { formatTerminalName, OscTitleParser } from '../../../../src/views/terminals/oscTitle';

describe('OscTitleParser', () => {
  const CASES: readonly [name: string, output: string, title: string | undefined][] = [
    ['plain text', 'hello [0;x', undefined],
    ['OSC 0 ended by BEL', 'a\x1b]0;one\x07b', 'one'],
    ['OSC 2 ended by ST', 'a\x1b]2;two\x1b\\b', 'two'],
    ['OSC 1, the icon name', '\x1b]1;icon\x07', undefined],
    ['OSC 22, another sequence', '\x1b]22;pointer\x07', undefined],
    ['an empty title', '\x1b]0;\x07', ''],
    ['the last of several', '\x1b]0;one\x07\x1b]2;two\x07\x1b]8;;http://x\x07', 'two'],
    ['control characters', '\x1b]0;a\tb\x01\x7fc\x9b\u202ed\x07', 'a b c d'],
    ['a sequence broken off by CAN', '\x1b]0;lost\x18\x1b]0;kept\x07', 'kept'],
    ['a sequence broken off by another', '\x1b]0;lost\x1b[31m\x1b]0;kept\x07', 'kept'],
    ['a title with semicolons', '\x1b]0;a;b\x07', 'a;b'],
    ['a long title', `\x1b]0;${'é'.repeat(100)}\x07`, `${'é'.repeat(59)}…`],
    ['emoji', '\x1b]0;✳ 🚀 go\x07', '✳ 🚀 go'],
  ];

  for (const [name, output, title] of CASES) {
    it(`reads ${name}`, () => {
      assert.equal(new OscTitleParser().feed(output), title);
    });

    it(`reads ${name}, cut at every place`, () => {
      for (let cut = 0; cut <= output.length; cut += 1) {
        const parser = new OscTitleParser();
        const titles = [parser.feed(output.slice(0, cut)), parser.feed(output.slice(cut))];
        assert.equal(titles[1] ?? titles[0], title, `cut at ${cut}`);
      }
    });
  }

  it('stays small and recovers when a sequence never ends', () => {
    const parser = new OscTitleParser();
    parser.feed('\x1b]0;');
    for (let chunk = 0; chunk < 200; chunk += 1) {
      assert.equal(parser.feed('x'.repeat(65536)), undefined);
    }
    assert.ok(JSON.stringify(parser).length < 5000);
    assert.equal(parser.feed('\x07\x1b]0;after\x07'), 'after');
  });
});

describe('formatTerminalName', () => {
  const CASES: readonly [label: string, title: string, name: string][] = [
    ['Fix login', '', 'Fix login'],
    ['Fix login', 'Fix login', 'Fix login'],
    ['Fix login', '✳ Reading', 'Fix login: ✳ Reading'],
    ['Claude Code (Fix login)', '✳ Claude Code', '✳ Claude Code (Fix login)'],
  ];
  for (const [label, title, name] of CASES) {
    it(`names "${name}"`, () => assert.equal(formatTerminalName(label, title), name));
  }
});
