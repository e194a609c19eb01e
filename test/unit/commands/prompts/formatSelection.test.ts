import assert from 'node:assert/strict';
import { formatSelection, type SelectionTarget } from '../../../../src/commands/prompts/sendPrompt';
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
    [
      'the full path of a file outside of the working directory',
      SAVED,
      { workDir: '/home/ada/lib' },
      '@/home/ada/app/src/a.ts#L3-4 ',
    ],
    [
      'a path with spaces',
      { ...SAVED, savedPath: '/home/ada/app/my file' },
      {},
      '@"my file"#L3-4 ',
    ],
    ['text that is not on disk', UNSAVED, {}, '\x1b[200~one\rtwo\r\x1b[201~'],
    ['text on one line without bracketed paste', UNSAVED, { bracketedPaste: false }, 'one two'],
    ['the text itself for a shell', SAVED, { kind: 'shell' }, '\x1b[200~one\rtwo\r\x1b[201~'],
    [
      'text without a sequence that would end the paste',
      { ...UNSAVED, text: 'a\x1b[201~rm' },
      {},
      '\x1b[200~arm\x1b[201~',
    ],
    [
      'text without C1 characters, which could end the paste',
      { ...UNSAVED, text: 'a\u009b201~rm\u0085' },
      {},
      '\x1b[200~arm\x1b[201~',
    ],
    [
      'a TAB as spaces without bracketed paste',
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
