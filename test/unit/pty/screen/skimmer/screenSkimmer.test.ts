import assert from 'node:assert/strict';
import { LAZY_BYTES } from '../../../../../src/pty/limits';
import type { Screen } from '../../../../../src/pty/screen/screen';
import { ManualClock } from '../../../../support/manualClock';
import { createScreen } from '../../../../support/pty/screens';
import { createViewer, feed, feedSnapshot, stateOf } from '../../../../support/pty/terminalState';
import { waitFor } from '../../../../support/waitFor';

const SIZE = { cols: 20, rows: 5 };

describe('ScreenSkimmer, of output of which too much waits while nobody looks', function () {
  this.timeout(20_000);

  let clock: ManualClock;
  let screen: Screen;

  beforeEach(() => {
    clock = new ManualClock();
    screen = createScreen(SIZE, { scrollback: 100, clock });
  });

  afterEach(() => screen.dispose());

  it('leaves out what has left the scrollback, and keeps the rest as it came', async () => {
    const left = await flood(`\x1b[31m${'x'.repeat(93)}\r\n`, '\x1b[?2004h');
    assert.ok(left > 0);
  });

  it('leaves out what was cleared away', async () => {
    const text = 'some text\r\n'.repeat(300);
    const left = await flood(`\x1b[2J\x1b[3J\x1b[H\x1b[?25l${text}\x1b[44m`);
    assert.ok(left > 0);
  });

  it('parses a log in a part of the screen', async () => {
    assert.equal(await flood('text\r\n', '\x1b[2;4r'), 0);
  });

  it('parses clears of the alternate screen', async () => {
    assert.equal(await flood('text\x1b[2J\x1b[3J\x1b[H', '\x1b[?1049h'), 0);
  });

  it('parses an endless line', async () => {
    assert.equal(await flood('endless'), 0);
  });

  it('answers a question in the middle of a flood from the screen as it is then', async () => {
    const answers: string[] = [];
    screen.onAnswer((answer) => answers.push(answer));
    screen.answersQueries = true;
    await flood('text\r\n', '', `abc\x1b[6n${'more\r\n'.repeat(50_000)}`);
    await screen.parse();
    assert.deepEqual(answers, ['\x1b[5;4R']);
  });

  /** Writes `begin`, `part` till too much waits, `end`; gives how much is left unparsed, and compares. */
  async function flood(part: string, begin = '', end = ''): Promise<number> {
    const output = begin + part.repeat(Math.ceil(LAZY_BYTES.most / part.length)) + end;
    for (const piece of output.match(/[^]{1,50000}/g) ?? []) {
      screen.write(Buffer.from(piece));
    }
    // A screen with nothing more to do sets a timer to be put away.
    await waitFor(() => clock.pendingTimers === 1, { limitMs: 10_000, what: 'the screen to rest' });
    const left = screen.backlogBytes;
    const everSince = createViewer(SIZE, 100);
    const attached = createViewer(SIZE, 100);
    feed(everSince, output);
    feedSnapshot(attached, await screen.snapshot());
    assert.deepEqual(stateOf(attached), stateOf(everSince));
    return left;
  }
});
