import assert from 'node:assert/strict';
import { MAX_HISTORY_CHARS } from '../../../../../../src/pty/limits';
import { HISTORY_SLICE } from '../../../../../../src/pty/screen/xterm/serializer/takeSnapshot';
import { createScreen } from '../../../../../support/pty/screens';
import {
  coreOf,
  createViewer,
  feed,
  feedSnapshot,
  stateOf,
} from '../../../../../support/pty/terminalState';

const SIZE = { cols: 20, rows: 6 };

/** The output of a program before a snapshot, and after it. */
const STATES: Readonly<Record<string, readonly [before: string, after?: string]>> = {
  'text and colours': [
    '\x1b[1;3;4;38;5;200;48;2;1;2;3mone\x1b[0;7;9;53;94mtwo\x1b[0;2;5;8mthree\x1b[m',
    'x',
  ],
  'kinds and colours of underlines': [
    '\x1b[4:3;58:2::9:8:7mcurly\x1b[4:5;58:5:17mdashed\x1b[59m',
    'x',
  ],
  'a background to the end of the row': ['\x1b[44mblue\x1b[K\r\n\x1b[m\x1b[2;5H\x1b[41m\x1b[3X'],
  'the alternate screen, over the normal one': [
    'shell\r\n$ \x1b[?1049hfull screen',
    '\x1b[?1049l>',
  ],
  'a pen at the edge of the alternate screen': [
    '\x1b[45m\x1b[?1049h\x1b[2Jtext',
    'more\x1b[?1049l.',
  ],
  'modes that input depends on': ['\x1b[?1;1004;2004h\x1b=\x1b[?1002;1006h'],
  'every kind of mouse report': ['\x1b[?9h\x1b[?1003h\x1b[?1016h'],
  'modes of writing': ['\x1b[?7l\x1b[?45h\x1b[4hab\x1b[1G', 'cd'],
  'the last directory of a shell': ['\x1b]7;file:///a\x07\x1b]1337;CurrentDir=/b\x07\x1b]7;?\x07'],
  'line feed mode': ['\x1b[20hone\n', 'two\nthree'],
  'origin mode in a scroll region': ['\x1b[2;4r\x1b[?6h\x1b[2;3H', 'x\r\n\n\ny\x1b[1;1Hz'],
  'a scroll region': ['1\r\n2\r\n3\r\n4\r\n5\x1b[2;4r\x1b[4;1H', '\n\nnew'],
  'a hidden cursor of another shape': ['\x1b[?25l\x1b[3 q'],
  'line drawing in G0': ['\x1b(0lqk', 'mqj'],
  'line drawing in G1, shifted out': ['\x1b)0\x0elqk', 'x\x0fx'],
  'a saved cursor with its colours and charset': [
    '\x1b[3;7H\x1b[31;1m\x1b(0\x1b7\x1b(B\x1b[m\x1b[1;1H',
    'a\x1b8qx',
  ],
  'a saved charset alone': ['\x1b(0\x1b7\x1b(B', '\x1b8qx'],
  'the saved cursors of the normal and the alternate screen': [
    '\x1b[2;3H\x1b7\x1b[?47h\x1b[5;5H\x1b7',
    '\x1b8a\x1b[?47l\x1b8b',
  ],
  'the saved cursor of an alternate screen that was left': [
    '\x1b[?1049h\x1b[3;4H\x1b[35m\x1b7\x1b[m\x1b[3g\x1b[7G\x1bH\x1b[?1049lshell',
    '\x1b[?1047h\x1b8a\tb',
  ],
  'a cursor saved in a link that is still open': [
    '\x1b]8;;http://one\x07one \x1b7two',
    '\x1b8three',
  ],
  'a cursor saved in a link that is closed': [
    '\x1b]8;;http://one\x07one \x1b7two\x1b]8;;\x07',
    '\x1b8three',
  ],
  'tab stops': ['\x1b[3g\x1b[5G\x1bH\x1b[11G\x1bH\r', '\tx\ty\tz'],
  'a pending wrap': ['x'.repeat(20), 'y'],
  'a pending wrap after a wide character': ['x'.repeat(18) + '日', 'y'],
  'a pending wrap in an erased row': ['x'.repeat(20) + '\x1b[1K', 'y'],
  'a cursor on the last cell': ['x'.repeat(20) + '\x1b[1;20H', 'y'],
  'a character before a combining mark': ['cafe', '\u0301!'],
  'a character that is repeated': ['ab', '\x1b[5b'],
  'wide characters, some wrapped early': ['日本語'.repeat(9)],
  'combining marks and emoji': ['e\u0301 👍 ❤️ 👩‍👩‍👧'],
  'wrapped rows in the scrollback': [`${'0123456789'.repeat(7)}\r\n${'-'.repeat(45)}\r\n\n\n\n\n`],
  'a wrapped row whose ends are erased': ['a'.repeat(30) + '\x1b[1;18H\x1b[K\x1b[2;1H\x1b[1P', 'x'],
  'a row wrapped under a background': ['\x1b[42m' + 'g'.repeat(50)],
  'protected characters': ['\x1b[1"qkeep\x1b[0"qlose', '\x1b[?2K'],
  hyperlinks: ['\x1b]8;id=a;http://one\x07one\x1b]8;;\x07 \x1b]8;;http://two\x07two', ' more'],
  'a blinking cursor': ['\x1b[?12h'],
  'spaces at the ends of rows': ['one   \r\ntwo   ', 'x'],
};

describe('Screen.snapshot', () => {
  for (const [name, [before, after = '']] of Object.entries(STATES)) {
    it(`redraws ${name}`, async () => {
      const attached = await attachedAfter(before);
      const everSince = createViewer(SIZE);
      feed(everSince, before);
      assert.deepEqual(stateOf(attached), stateOf(everSince));
      [attached, everSince].forEach((terminal) => feed(terminal, after));
      assert.deepEqual(stateOf(attached), stateOf(everSince));
    });
  }

  it('redraws rows of 1,000 columns, also with a wide or a combined character in the middle', async () => {
    const size = { cols: 1000, rows: 6 };
    const row = 'abcdefghij'.repeat(100);
    const rows = ['', '日', 'e\u0301', '\x1b[1m'].map(
      (middle) => `${row.slice(0, 511)}${middle}${row.slice(513)}\x1b[m`,
    );
    const screen = createScreen(size);
    screen.write(Buffer.from(rows.join('\r\n')));
    const [attached, everSince] = [createViewer(size), createViewer(size)];
    feedSnapshot(attached, await screen.snapshot());
    feed(everSince, rows.join('\r\n'));
    assert.deepEqual(stateOf(attached), stateOf(everSince));
    [screen, attached, everSince].forEach((one) => one.dispose());
  });

  it('redraws more pens than it stores the sequences of', async () => {
    const cells = Array.from(
      { length: 600 },
      (_, at) => `\x1b[38;5;${at % 256};48;2;1;2;${at % 199}mx`,
    );
    const attached = await attachedAfter(cells.join(''));
    const everSince = createViewer(SIZE);
    feed(everSince, cells.join(''));
    assert.deepEqual(stateOf(attached), stateOf(everSince));
  });

  const CUT = [
    ['a control sequence', '\x1b[38;5;', '200mx'],
    ['an escape', '\x1b', '[31mx'],
    ['a title', '\x1b]0;half', ' a title\x07x'],
    ['a title at its end', '\x1b]0;whole\x1b', '\\x'],
    ['an ignored string', '\x1b_half', ' of it\x1b\\x'],
    ['a request', '\x1bP$', 'qm\x1b\\x'],
    ['a control sequence with a line feed in it', 'ab\x1b[\n3', '1mx'],
    ['a C1 control', '\u009b3', '1mx'],
  ] as const;
  for (const [name, before, after] of CUT) {
    it(`continues after a snapshot within ${name}`, async () => {
      const attached = await attachedAfter(`text${before}`);
      const everSince = createViewer(SIZE);
      feed(everSince, `text${before}`);
      [attached, everSince].forEach((terminal) => feed(terminal, after));
      assert.deepEqual(stateOf(attached), stateOf(everSince));
    });
  }

  describe('after a resize that splits a wide character', () => {
    /** The cursor and the rows of a terminal that draws `日日` after a resize to `cols` columns. */
    async function drawn(cols: number) {
      const screen = createScreen(SIZE);
      screen.write(Buffer.from('日日'));
      screen.resize({ cols, rows: 3 });
      const attached = createViewer({ cols, rows: 3 });
      feedSnapshot(attached, await screen.snapshot());
      const { x, y, lines } = coreOf(attached).buffers.active;
      const rows = [0, 1, 2].map((row) => lines.get(row)?.translateToString(true).trim());
      [screen, attached].forEach((one) => one.dispose());
      return { cursor: [x, y], rows };
    }

    it('omits the remaining half, and keeps every row in its place', async () => {
      assert.deepEqual(await drawn(3), { cursor: [2, 0], rows: ['日', '', ''] });
    });

    it('restores a cursor between the halves', async () => {
      assert.deepEqual(await drawn(2), { cursor: [1, 0], rows: ['日', '', ''] });
    });
  });

  it('continues after a snapshot within a UTF-8 character', async () => {
    const bytes = Buffer.from('日本👍x');
    for (let cut = 1; cut < bytes.length; cut++) {
      const screen = createScreen(SIZE);
      screen.write(bytes.subarray(0, cut));
      const { screen: text, tail } = await screen.snapshot();
      const all = Buffer.concat([Buffer.from(text), tail, bytes.subarray(cut)]);
      const viewer = createViewer(SIZE);
      feed(viewer, all);
      assert.equal(viewer.buffer.active.getLine(0)?.translateToString(true), '日本👍x');
    }
  });

  it('ignores the first bytes of characters that are never completed', async () => {
    for (const broken of [
      [0xf0],
      [0xf0, 0xe0, 0x80],
      [0xc3, 0xc3],
      [0xe6, 0xf0, 0x9f],
      [0x80, 0xff],
    ]) {
      const screen = createScreen(SIZE);
      screen.write(Uint8Array.from(broken));
      screen.write(Buffer.from('\x1b[2Gx'));
      assert.equal((await screen.text()).trim(), 'x');
      screen.dispose();
    }
  });

  it('repaints a terminal with other content in other modes', async () => {
    const screen = createScreen(SIZE);
    screen.write(Buffer.from('right'));
    const lagging = createViewer(SIZE);
    feed(
      lagging,
      'wrong\r\n'.repeat(20) + '\x1b[20h\x1b[?1049h\x1b[4h\x1b[2;3r\x1b(0\x1b[?1003h\x1b[41m',
    );
    feedSnapshot(lagging, await screen.snapshot());
    const fresh = createViewer(SIZE);
    feed(fresh, 'right');
    assert.deepEqual(stateOf(lagging), stateOf(fresh));
  });

  it('contains the title, or no title sequence if none was set', async () => {
    const titled = createScreen(SIZE);
    titled.write(Buffer.from('\x1b]0;Fix the build\x07'));
    assert.match((await titled.snapshot()).screen, /\x1b\]2;Fix the build\x07/);
    assert.doesNotMatch((await createScreen(SIZE).snapshot()).screen, /\x1b\][012];/);
  });

  it('contains the last title, even an empty one, and ignores the stack of titles', async () => {
    const TITLES = [
      ['\x1b]2;one\x07\x1b]2;\x07', /\x1b\]2;\x07/],
      ['\x1b]2;one\x07\x1b[22;0t\x1b]2;two\x07\x1b[23;0t', /\x1b\]2;two\x07/],
      ['\x1b]2;one\x07\x1b]1;icon\x07\x1bc', /\x1b\]2;one\x07/],
    ] as const;
    for (const [output, expected] of TITLES) {
      const screen = createScreen(SIZE);
      screen.write(Buffer.from(output));
      assert.match((await screen.snapshot()).screen, expected);
    }
  });

  it('resets the colours and modes of a terminal that lags behind', async () => {
    const lagging = createViewer(SIZE);
    const screen = createScreen(SIZE);
    const set = '\x1b]4;1;#123\x07\x1b]11;#fff\x07\x1b[>5u\x1b[?2031h\x1b[?1049h\x1b[>1u';
    const unset = '\x1b[?1049l\x1b]104\x07\x1b]111\x07\x1b[<u\x1b[?2031l';
    feed(lagging, set);
    screen.write(Buffer.from(set + unset));
    feedSnapshot(lagging, await screen.snapshot());
    const everSince = createViewer(SIZE);
    feed(everSince, set + unset);
    assert.deepEqual(stateOf(lagging), stateOf(everSince));
  });

  it('leaves synchronized output off, and causes no answers', async () => {
    const screen = createScreen(SIZE);
    screen.write(Buffer.from('\x1b[?2026hframe\x1b[c\x1b[6n\x1b]11;?\x07'));
    const viewer = createViewer(SIZE);
    const answers: string[] = [];
    viewer.onData((text) => answers.push(text));
    feedSnapshot(viewer, await screen.snapshot());
    assert.deepEqual([viewer.modes.synchronizedOutputMode, answers], [false, []]);
  });

  it('returns only the screen without scrollback, and otherwise the scrollback in slices', async () => {
    const screen = createScreen({ cols: 120, rows: 40 }, { scrollback: 10_000 });
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${index} ${'.'.repeat(60)}\r\n`);
    screen.write(Buffer.from(lines.join('')));
    const alone = await screen.snapshot({ scrollback: 0 });
    assert.deepEqual([alone.history, alone.screen.length < 10_000], [[], true]);
    const { history, screen: last } = await screen.snapshot();
    assert.ok(history.length > 3);
    assert.ok(history.every((slice) => slice.length < HISTORY_SLICE + 1000));
    const viewer = createViewer({ cols: 120, rows: 40 }, 10_000);
    [...history, last].forEach((text) => feed(viewer, text));
    assert.equal(coreOf(viewer).buffers.normal.ybase, 4961);
    assert.match(viewer.buffer.active.getLine(0)?.translateToString(true) ?? '', /^line 0 /);
    screen.dispose();
  });

  it('omits the oldest rows if the scrollback is too long to be drawn', async () => {
    const screen = createScreen({ cols: 10, rows: 2 }, { scrollback: 1000 });
    // Cells in links are the longest: each is drawn with its address.
    const address = `http://${'x'.repeat(4000)}`;
    const row = [0, 1, 2, 3, 4].map((link) => `\x1b]8;;${address}${link % 2}\x07x`).join('');
    for (let count = 0; count < 1000; count++) {
      screen.write(Buffer.from(`${row}\r\n`));
    }
    const { history } = await screen.snapshot();
    const chars = history.join('').length;
    assert.ok(chars <= MAX_HISTORY_CHARS && chars > MAX_HISTORY_CHARS / 4, `${chars} characters`);
    screen.dispose();
  }).timeout(20_000);

  async function attachedAfter(output: string): Promise<ReturnType<typeof createViewer>> {
    const screen = createScreen(SIZE);
    screen.write(Buffer.from(output));
    const viewer = createViewer(SIZE);
    feedSnapshot(viewer, await screen.snapshot());
    screen.dispose();
    return viewer;
  }
});
