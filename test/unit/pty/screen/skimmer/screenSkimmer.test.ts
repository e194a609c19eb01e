import assert from 'node:assert/strict';
import { LAZY_BYTES } from '../../../../../src/pty/limits';
import { ScreenBacklog, type WaitingOutput } from '../../../../../src/pty/screen/screenBacklog';
import { XtermEngine } from '../../../../../src/pty/screen/xterm/xtermEngine';
import { ScreenScheduler } from '../../../../../src/pty/screen/screenScheduler';
import type { ScreenEngine } from '../../../../../src/pty/screen/screenEngine';
import { ScreenSkimmer } from '../../../../../src/pty/screen/skimmer/screenSkimmer';
import { createScreen } from '../../../../support/pty/screens';
import { createViewer, feed, feedSnapshot, stateOf } from '../../../../support/pty/terminalState';
import { waitFor } from '../../../../support/waitFor';

const SIZE = { cols: 20, rows: 5 };
const SCROLLBACK = 100;

describe('ScreenSkimmer with a long backlog', function () {
  this.timeout(60_000);

  it('skips output that has left the scrollback, and keeps the rest unchanged', async () => {
    assert.ok(await isSkimmed(flood(`\x1b[31m${'x'.repeat(93)}\r\n`, '\x1b[?2004h')));
  });

  it('answers a query within a flood from the screen at that point', async () => {
    const screen = createScreen(SIZE, { scrollback: SCROLLBACK });
    const answers: string[] = [];
    screen.onAnswer((answer) => answers.push(answer));
    screen.answersQueries = true;
    const output = flood('text\r\n', '', `abc\x1b[6n${'more\r\n'.repeat(50_000)}`);
    piecesOf(output).forEach((piece) => screen.write(piece));
    await waitFor(() => answers.length > 0, { limitMs: 30_000, what: 'the answer' });
    assert.equal(await screen.text(), 'more\nmore\nmore\nmore');
    assert.deepEqual(answers, ['\x1b[5;4R']);
    screen.dispose();
  });

  function flood(part: string, begin = '', end = ''): string {
    return begin + part.repeat(Math.ceil(LAZY_BYTES.most / part.length)) + end;
  }

  /** A screen's skimmer with a backlog. */
  function begin(output: string) {
    const scheduler = new ScreenScheduler();
    const model = new XtermEngine({
      dimensions: SIZE,
      scrollback: SCROLLBACK,
      scheduler,
      waitingBytes: () => 0,
    });
    const backlog = new ScreenBacklog();
    let hasParsed = false;
    const parse = async (engine: ScreenEngine, { bytes }: WaitingOutput): Promise<void> => {
      await engine.parse(bytes);
      hasParsed = true;
    };
    for (const bytes of piecesOf(output)) {
      backlog.push({ kind: 'output', bytes, isAnswered: false });
    }
    const skimmer = new ScreenSkimmer({
      ...{ backlog, scheduler, scrollback: SCROLLBACK, parse },
      hasParsed: () => hasParsed,
    });
    return { model, backlog, parse, skimmer };
  }

  /**
   * Processes `output` as a screen does, compares the result with a terminal that parsed all of it, and
   * returns whether anything was skipped.
   */
  async function isSkimmed(output: string): Promise<boolean> {
    const { model, backlog, parse, skimmer } = begin(output);
    let hasSkipped = false;
    while (!backlog.isEmpty) {
      if (skimmer.shouldSkim) {
        hasSkipped = (await skimmer.skim(model)) || hasSkipped;
      } else {
        const next = backlog.shift();
        assert.equal(next?.kind, 'output');
        await parse(model, next);
      }
    }
    const everSince = createViewer(SIZE, SCROLLBACK);
    const attached = createViewer(SIZE, SCROLLBACK);
    feed(everSince, output);
    feedSnapshot(attached, await model.snapshot(SCROLLBACK));
    assert.deepEqual(stateOf(attached), stateOf(everSince));
    model.dispose();
    return hasSkipped;
  }
});

function piecesOf(output: string): readonly Buffer[] {
  return (output.match(/[^]{1,50000}/g) ?? []).map((piece) => Buffer.from(piece));
}
