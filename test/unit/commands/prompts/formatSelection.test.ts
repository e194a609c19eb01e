import assert from 'node:assert/strict';
import {
  formatSelection,
  type SelectionTarget,
} from '../../../../src/commands/prompts/formatSelection';
import type { EditorSelection } from '../../../../src/views/workspace/editorSelection';

describe('formatSelection', () => {
  const SAVED: EditorSelection = {
    text: 'one\r\ntwo\n',
    savedPath: '/home/ada/app/src/a.ts',
    firstLine: 3,
    lastLine: 4,
  };
  const UNSAVED = { ...SAVED, savedPath: undefined };
  const AGENT: SelectionTarget = { kind: 'agent', workDir: '/home/ada/app', bracketedPaste: true };
  const CASES: readonly (readonly [
    name: string,
    selection: EditorSelection,
    target: Partial<SelectionTarget>,
    typed: string,
  ])[] = [
    ['lines of a file', SAVED, {}, '@src/a.ts#L3-4 '],
    ['one line', { ...SAVED, lastLine: 3 }, {}, '@src/a.ts#L3 '],
    ['a file elsewhere', SAVED, { workDir: '/home/ada/lib' }, '@/home/ada/app/src/a.ts#L3-4 '],
    [
      'a path with spaces',
      { ...SAVED, savedPath: '/home/ada/app/my file' },
      {},
      '@"my file"#L3-4 ',
    ],
    ['what is not on disk', UNSAVED, {}, '\x1b[200~one\rtwo\r\x1b[201~'],
    ['text where pastes submit', UNSAVED, { bracketedPaste: false }, 'one two'],
    ['text for a shell', SAVED, { kind: 'shell' }, '\x1b[200~one\rtwo\r\x1b[201~'],
    [
      'text that would end the paste',
      { ...UNSAVED, text: 'a\x1b[201~rm' },
      {},
      '\x1b[200~arm\x1b[201~',
    ],
    [
      'text that would end the paste by one character',
      { ...UNSAVED, text: 'a\u009b201~rm\u0085' },
      {},
      '\x1b[200~arm\x1b[201~',
    ],
    [
      'a TAB where it would be a key',
      { ...UNSAVED, text: 'a\tb' },
      { bracketedPaste: false },
      'a    b',
    ],
  ];
  for (const [name, selection, target, typed] of CASES) {
    it(`types ${name}`, () =>
      assert.equal(formatSelection(selection, { ...AGENT, ...target }), typed));
  }

  it('never submits', () => {
    for (const [, selection, target] of CASES) {
      const typed = formatSelection(selection, { ...AGENT, ...target });
      const outside = typed.replace(/\x1b\[200~.*\x1b\[201~/s, '');
      assert.doesNotMatch(outside, /[\r\n]/);
    }
  });
});
