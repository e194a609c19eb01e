import assert from 'node:assert/strict';
import { OutputSkim } from '../../../../../src/pty/screen/skimmer/skimmedOutput';
import {
  ObsoleteOutputScanner,
  type ObsoleteOutput,
} from '../../../../../src/pty/screen/skimmer/obsoleteOutput';
import { createViewer, feed, stateOf } from '../../../../support/pty/terminalState';

const LINES_NEEDED = 5;
const LOG = '\x1b[32mok\x1b[m\r\n'.repeat(LINES_NEEDED);
const CLEAR = '\x1b[2J\x1b[3J\x1b[H';

describe('ObsoleteOutputScanner', () => {
  const FOUND: readonly {
    readonly name: string;
    readonly parsed?: string;
    readonly part: string;
    readonly rest: string;
    readonly by: ObsoleteOutput['by'];
  }[] = [
    { name: 'before a clear', part: 'text\r\n', rest: `${CLEAR}more`, by: 'clear' },
    { name: 'before the last clear', part: `text${CLEAR}text`, rest: CLEAR, by: 'clear' },
    { name: 'before a clear by clear(1)', part: 'x', rest: '\x1b[H\x1b[2J\x1b[3Jx', by: 'clear' },
    {
      name: 'before a clear that starts with the scrollback',
      part: 'x',
      rest: '\x1b[3J\x1b[;H\x1b[2J',
      by: 'clear',
    },
    { name: 'before a full reset', part: 'text', rest: '\x1bcmore', by: 'clear' },
    {
      name: 'before a clear that follows cursor moves',
      part: '\x1b[9;9Hx\x1b[A\x1bM\x1b[L\b',
      rest: CLEAR,
      by: 'clear',
    },
    { name: 'before lines', part: 'one\r\n', rest: LOG, by: 'lines' },
    {
      name: 'before lines with an unfinished last one',
      part: 'one\r\n',
      rest: `${LOG}begun\x1b[3`,
      by: 'lines',
    },
    { name: 'before lines that follow a clear', part: `${CLEAR}one\r\n`, rest: LOG, by: 'lines' },
    { name: 'before a clear that follows lines', part: `one\r\n${LOG}`, rest: CLEAR, by: 'clear' },
    {
      name: 'before lines and other output',
      part: 'x\r\n',
      rest: `${LOG}\x1b[A\x1b7`,
      by: 'lines',
    },
    { name: 'before lines with links', part: 'x\r\n', rest: `\x1b]8;;a?\x07${LOG}`, by: 'lines' },
    { name: 'before lines from the start of a row', part: 'x\r\n', rest: `x\n${LOG}`, by: 'lines' },
    { name: 'after a saved cursor', parsed: 'x\x1b7', part: 'text', rest: CLEAR, by: 'clear' },
    {
      name: 'after a switch of the buffer',
      parsed: 'x\x1b[?1049l',
      part: 'x\r\n',
      rest: LOG,
      by: 'lines',
    },
    { name: 'after a scroll region', parsed: '\x1b[2;3r', part: 'x\r\n', rest: LOG, by: 'lines' },
    { name: 'after a query', parsed: 'x\x1b[6n', part: 'x', rest: CLEAR, by: 'clear' },
    { name: 'after charset shifts', parsed: 'x\x0ey\x1b[m', part: 'x', rest: CLEAR, by: 'clear' },
    { name: 'after C1 controls', parsed: '\u0088x\x1b[A', part: 'x', rest: CLEAR, by: 'clear' },
    { name: 'after an unknown mode', parsed: '\x1b[?25;6h', part: 'x', rest: CLEAR, by: 'clear' },
    {
      name: 'after a device control string',
      parsed: '\x1bPx\x1b\\',
      part: 'x',
      rest: CLEAR,
      by: 'clear',
    },
    {
      name: 'after a title with a line feed',
      parsed: '\x1b]0;\n\x07\x1b[m',
      part: 'x',
      rest: CLEAR,
      by: 'clear',
    },
  ];
  for (const { name, parsed = '', part, rest, by } of FOUND) {
    it(`finds the obsolete output ${name}`, () => {
      for (const step of [1, 7, 1000]) {
        const found = scan(parsed + part + rest, step);
        assert.deepEqual(found && { ...found, kept: [] }, {
          start: Buffer.byteLength(parsed),
          end: Buffer.byteLength(parsed + part),
          by,
          kept: [],
        });
      }
    });
  }

  const NOT_FOUND: Readonly<Record<string, string>> = {
    'too few lines': `x\r\n${LOG.slice(0, -1)}`,
    'lines that do not start at the first column': 'x\n'.repeat(99),
    'lines with cursor moves between them': `x\r\n${LOG.slice(0, 20)}\x1b[A${LOG.slice(20)}`,
    'lines with a backspace between them': `x\r\n${LOG.slice(0, 20)}\b${LOG.slice(20)}`,
    'lines in a title': `x\r\n\x1b]0;${LOG}`,
    'a clear that keeps the scrollback': 'x\x1b[2J\x1b[H',
    'a clear that does not move the cursor': 'x\x1b[2J\x1b[3J',
    'a clear with text between its sequences': 'x\x1b[2J\x1b[3Jx\x1b[H',
    'a clear that keeps protected characters': 'x\x1b[?2J\x1b[3J\x1b[H',
    'a clear in a string': `x\x1bP${CLEAR.slice(0, 4)}`,
    'an incomplete clear': `x${CLEAR.slice(0, -1)}`,
    'a saved cursor right before a clear': `x\x1b7${CLEAR}`,
  };
  for (const [name, output] of Object.entries(NOT_FOUND)) {
    it(`finds no obsolete output in ${name}`, () => {
      const found = scan(output, 5);
      assert.ok(!found || found.start >= found.end, JSON.stringify(found));
    });
  }
});

describe('OutputSkim', () => {
  const SKIMMED: readonly (readonly [name: string, part: string, kept: string])[] = [
    ['no text and no cursor moves', 'text\r\n\x1b[3;3Hx\x1b[K\tnaïve 成功', ''],
    [
      'modes, charsets, titles and links',
      'a\x1b[?25l\x1b(0b\x1b]0;t\x07\x1b]8;;u\x1b\\c',
      '\x1b[?25l\x1b(0\x1b]0;t\x07\x1b]8;;u\x1b\\',
    ],
    ['colours since the last reset', '\x1b[31ma\x1b[0mb\x1b[1mc\x1b[44m', '\x1b[0m\x1b[1m\x1b[44m'],
    ['colours that are reset and set in one sequence', '\x1b[31ma\x1b[;4m', '\x1b[;4m'],
    ['all colours if they were not reset', '\x1b[31ma\x1b[1md\x1b[01m', '\x1b[31m\x1b[1m\x1b[01m'],
    [
      'no colours from before a full reset',
      '\x1b[?1h\x1b[31m\x1bca\x1b[1m',
      '\x1b[?1h\x1bc\x1b[1m',
    ],
    ['no sequences that only viewers use', '\x1b]777;text\x07\x1b]133;A\x07', ''],
    ['the directory', '\x1b]7;file:///\x07', '\x1b]7;file:///\x07'],
    ['progress', '\x1b]9;4;1;5\x07', '\x1b]9;4;1;5\x07'],
  ];
  for (const [name, part, kept] of SKIMMED) {
    it(`keeps ${name}`, () => {
      assert.equal(skim(part + CLEAR), kept);
      assert.equal(skim(`${part}\r\n${LOG}`), `${kept}\r`);
    });
  }

  it('moves the cursor to the start of a line', () => {
    const bytes = Buffer.from(`text\x1b7more\r\n${'x\n'.repeat(20)}`);
    const part = scan(bytes.toString(), 9);
    assert.ok(part);
    const all = createViewer({ cols: 99, rows: 1 }, 3);
    const rest = createViewer({ cols: 99, rows: 1 }, 3);
    feed(all, bytes);
    feed(rest, bytes.subarray(0, part.start));
    feed(rest, skim(bytes.toString()) ?? '');
    feed(rest, bytes.subarray(part.end));
    assert.deepEqual(stateOf(rest), stateOf(all));
  });

  function skim(output: string): string | undefined {
    const part = scan(output, 1000);
    if (!part) {
      return undefined;
    }
    const skimming = new OutputSkim(Buffer.from(output), part);
    while (!skimming.isDone) {
      skimming.advance(1);
    }
    return skimming.result.toString();
  }
});

function scan(output: string, step: number): ObsoleteOutput | undefined {
  const scanning = new ObsoleteOutputScanner(Buffer.from(output), LINES_NEEDED);
  while (!scanning.isDone) {
    scanning.advance(step);
  }
  return scanning.result;
}
