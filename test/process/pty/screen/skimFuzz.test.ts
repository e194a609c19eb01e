import assert from 'node:assert/strict';
import type { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { ENGINES } from '../../../../src/pty/screen/createEngine';
import type { CreateEngine } from '../../../../src/pty/screen/screenEngine';
import { OutputSkim } from '../../../../src/pty/screen/skimmer/skimmedOutput';
import {
  ObsoleteOutputScanner,
  type ObsoleteOutput,
} from '../../../../src/pty/screen/skimmer/obsoleteOutput';
import { outputPieces } from '../../../support/pty/floods';
import { createScreen, describeEngines } from '../../../support/pty/screens';
import { coreOf, createViewer, feed, stateOf } from '../../../support/pty/terminalState';
import { searchCounterexample } from '../../../support/searchCounterexample';
import { stressSize } from '../../../support/stress';

/** How long the search for a counterexample of each property takes, in milliseconds. */
const SEARCH_MS = stressSize({ short: 600, long: 120_000 });

const SIZE = { cols: 14, rows: 4 };
const SCROLLBACK = 6;
const LINES_NEEDED = SCROLLBACK + 2 * SIZE.rows;

/** Output that shows the hidden state of a terminal: saved cursor, tab stops, colours, modes. */
const LATER = 'e\u0301\tx\x1b[K\r\nyz\x1b8w\t\tv\x1b[?6l\x1b[2;3Hend\x1b[S';

/** Enough repeated output that a screen scans it for output to skip. */
const flooding = fc
  .tuple(outputPieces, fc.integer({ min: 80_000, max: 130_000 }))
  .map(([pieces, least]) => {
    const bytes = Buffer.concat(pieces);
    return Buffer.alloc(Math.ceil(least / bytes.length) * bytes.length, bytes);
  });

describe('skipped output', function () {
  this.timeout(20_000 + SEARCH_MS * 6);

  it('does not change the state of a terminal that receives the rest', async () => {
    let skimmed = 0;
    let runs = 0;
    const property = fc.property(outputPieces, fc.integer({ min: 1, max: 99 }), (pieces, step) => {
      const bytes = Buffer.concat(pieces);
      const all = titled();
      const rest = titled();
      const part = findPart(bytes, step);
      runs++;
      feed(rest.terminal, bytes.subarray(0, part?.start ?? bytes.length));
      if (part && isScrolledWhole(rest.terminal)) {
        skimmed++;
        feed(rest.terminal, keptOf(bytes, part, step));
        feed(rest.terminal, bytes.subarray(part.end));
      } else {
        feed(rest.terminal, bytes.subarray(part?.start ?? bytes.length));
      }
      feed(all.terminal, bytes);
      assert.deepEqual(rest.state(), all.state(), 'at the end');
      [all, rest].forEach(({ terminal }) => feed(terminal, LATER));
      assert.deepEqual(rest.state(), all.state(), 'later');
      [all, rest].forEach(({ terminal }) => terminal.dispose());
    });
    await searchCounterexample(property, SEARCH_MS);
    assert.ok(skimmed > runs / 10, `${skimmed} of ${runs} runs skipped output`);
  });

  describeEngines('of a screen', (engine) => testSnapshots(ENGINES[engine]));
});

function testSnapshots(createEngine: CreateEngine): void {
  it('does not change its snapshot', async () => {
    const flood = fc.record({
      before: outputPieces,
      cols: fc.integer({ min: 2, max: 30 }),
      after: fc.tuple(flooding, outputPieces),
      chunk: fc.integer({ min: 1000, max: 60_000 }),
    });
    const property = fc.asyncProperty(flood, async ({ before, cols, after, chunk }) => {
      const create = () => createScreen(SIZE, { scrollback: SCROLLBACK, createEngine });
      const lazy = create();
      const eager = create();
      const write = async (bytes: Buffer): Promise<void> => {
        for (let start = 0; start < bytes.length; start += chunk) {
          [lazy, eager].forEach((one) => one.write(bytes.subarray(start, start + chunk)));
          await eager.visible();
        }
      };
      await write(keepWrapping(Buffer.concat(before)));
      [lazy, eager].forEach((one) => one.resize({ cols, rows: SIZE.rows + 1 }));
      await write(keepWrapping(Buffer.concat([after[0], ...after[1]])));
      assert.deepEqual(await lazy.snapshot(), await eager.snapshot());
      [lazy, eager].forEach((one) => one.dispose());
    });
    await searchCounterexample(property, SEARCH_MS);
  });
}

/**
 * Output that never turns wrapping off. Without wrapping, the result of xterm.js after a wide character
 * in the last column depends on where its input is split, which differs between the screens.
 */
function keepWrapping(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\x1b[?7l', '\x1b[?7h'), 'latin1');
}

/** A terminal whose title is part of its state. */
function titled(): { readonly terminal: Terminal; state(): object } {
  const terminal = createViewer(SIZE, SCROLLBACK);
  let title = '';
  terminal.onTitleChange((changed) => (title = changed));
  return { terminal, state: () => ({ ...stateOf(terminal), title }) };
}

function findPart(bytes: Buffer, step: number): ObsoleteOutput | undefined {
  const scan = new ObsoleteOutputScanner(bytes, LINES_NEEDED);
  while (!scan.isDone) {
    scan.advance(step);
  }
  return scan.result;
}

function keptOf(bytes: Buffer, part: ObsoleteOutput, step: number): Buffer {
  const skim = new OutputSkim(bytes, part);
  while (!skim.isDone) {
    skim.advance(step);
  }
  return skim.result;
}

function isScrolledWhole(terminal: Terminal): boolean {
  const { normal, active } = coreOf(terminal).buffers;
  return active === normal && normal.scrollTop === 0 && normal.scrollBottom === terminal.rows - 1;
}
