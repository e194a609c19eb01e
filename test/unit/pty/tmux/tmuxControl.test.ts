import assert from 'node:assert/strict';
import { withoutTmuxAnswers } from '../../../../src/pty/tmux/tmuxAnswers';
import { TmuxControl } from '../../../../src/pty/tmux/tmuxControl';
import { CLIENT_ENDED, PAINT_WANTED } from '../../../../src/pty/tmux/tmuxMarks';

const STREAM = [
  'before \x1b[1m\r\n',
  PAINT_WANTED,
  '\x1bP1000p%begin 1 2 0\r\nnot ours\r\n%end 1 2 0\r\n',
  '%session-changed $0 x\r\n',
  '%output %3 a\\015\\012\\033[1m\\134 \u4f60\\000\r\n',
  '%begin 7 8 1\r\n%end 7 9 1\r\n%output %3 of a screen\r\n\r\n%end 7 8 1\r\n',
  '%begin 9 9 1\r\n%error 9 9 1\r\n',
  '%window-renamed @0 ended\r\n',
  '%exit\r\n\x1b\\',
  'after\x1b',
].join('');

describe('TmuxControl', () => {
  it('parses the output of tmux wherever it is split', () => {
    const whole = take([Buffer.from(STREAM)]);
    assert.deepEqual(whole, [
      'plain before \x1b[1m\r\n',
      'begin true',
      'output a\r\n\x1b[1m\\ \u4f60\0',
      'reply ["%end 7 9 1","%output %3 of a screen",""]',
      'reply []',
      'renamed ended',
      'end',
      'plain after\x1b',
    ]);
    const bytes = Buffer.from(STREAM);
    for (let at = 1; at < bytes.length; at++) {
      assert.deepEqual(take([bytes.subarray(0, at), bytes.subarray(at)]), whole, `cut at ${at}`);
    }
    assert.deepEqual(take([...bytes].map((byte) => Buffer.of(byte))), whole);
  });

  it('parses the output after a killed client, and of the next client', () => {
    const begin = '\x1bP1000p%session-changed $0 x\r\n';
    const stream = [
      `${begin}%output %3 a\r\n%output %3 cut\\01`,
      `${CLIENT_ENDED}${PAINT_WANTED}${begin}%output %3 b\r\n%begin 7 8 1\r\nof a screen\r\nkil`,
      `led\r\n${CLIENT_ENDED}\r\n[why]${PAINT_WANTED}${begin}%exit\r\n\x1b\\${CLIENT_ENDED}after`,
    ].join('');
    const whole = take([Buffer.from(stream)]);
    assert.deepEqual(whole, [
      ...['begin false', 'output a', 'end', 'begin true', 'output b', 'end'],
      ...['plain \r\n[why]', 'begin true', 'end', 'plain after'],
    ]);
    const bytes = Buffer.from(stream);
    for (let at = 1; at < bytes.length; at++) {
      assert.deepEqual(take([bytes.subarray(0, at), bytes.subarray(at)]), whole, `cut at ${at}`);
    }
  });

  it('requests no paint without its mark, and begins once', () => {
    const line = '%session-changed $0 x\r\n';
    assert.deepEqual(take([Buffer.from(`\x1bP1000p${line}${line}`)]), ['begin false']);
  });

  it('does not begin before tmux has the session', () => {
    assert.deepEqual(take([Buffer.from('\x1bP1000p%begin 1 2 0\r\n%end 1 2 0\r\n')]), []);
  });
});

describe('withoutTmuxAnswers', () => {
  const table = [
    ['keys', 'ls -l\r\x1b[A\x1bOP\x1b[1;5C\x03', undefined],
    ['device attributes', '\x1b[?1;2c\x1b[>0;276;0cx', 'x'],
    ['the name of the terminal', '\x1bP>|xterm.js(5.5)\x1b\\x', 'x'],
    ['the cursor position', '\x1b[12;40Rx', 'x'],
    ['F3 with shift', '\x1b[1;2R', undefined],
    ['the status and the size', '\x1b[0nx\x1b[8;24;80t', 'x'],
    ['a colour, which tmux does not report itself', '\x1b]11;rgb:0000/0000/0000\x1b\\', undefined],
    ['keyboard flags and Program Status', '\x1b[?1u\x1b]7501;?\x1b\\', undefined],
  ] as const;
  for (const [what, input, output] of table) {
    it(`${output === undefined ? 'keeps' : 'removes'} ${what}`, () => {
      assert.equal(withoutTmuxAnswers(input), output ?? input);
    });
  }
});

/** All calls of the handlers, with consecutive texts joined. */
function take(chunks: readonly Buffer[]): readonly string[] {
  const calls: string[] = [];
  const record = (kind: string, text: string): void => {
    const last = calls.at(-1);
    if (last?.startsWith(`${kind} `) && (kind === 'plain' || kind === 'output')) {
      calls[calls.length - 1] = last + text;
    } else {
      calls.push(text === '' ? kind : `${kind} ${text}`);
    }
  };
  const control = new TmuxControl({
    handlePlain: (bytes) => record('plain', Buffer.from(bytes).toString()),
    handleBegin: ({ needsPaint }) => record('begin', String(needsPaint)),
    handleEnd: () => record('end', ''),
    handleOutput: (bytes) => record('output', Buffer.from(bytes).toString()),
    handleReply: (lines) => record('reply', JSON.stringify(lines.map((line) => line.toString()))),
    handleRenamed: (name) => record('renamed', name),
  });
  chunks.forEach((chunk) => control.push(chunk));
  control.flush();
  return calls;
}
