import { requireSession } from '../../../../src/pty/sessionBackend';
import { join } from 'node:path';
import type { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import type { Dimensions } from '../../../../src/pty/ptyProcess';
import { attachTerminal, reachesState } from '../../../support/pty/attachedTerminal';
import { describeRealSessions } from '../../../support/pty/realSessions';
import { recordedStreams, STREAM_SIZE } from '../../../support/pty/screens';
import { createViewer, feed, stateOf } from '../../../support/pty/terminalState';
import { searchCounterexample } from '../../../support/searchCounterexample';
import { stressSize } from '../../../support/stress';
import { waitFor } from '../../../support/waitFor';

const SEARCH_MS = stressSize({ short: 2500, long: 60_000 });
const LIMIT_MS = 20_000;
const STREAMS = join(__dirname, '../../../fixtures/streams');

/** What the program writes before it waits for the first key. */
const READY = '>';

interface Cut {
  readonly stream: { readonly name: string; readonly bytes: Buffer };
  /** Where the program waits for a key, as a part of the stream. */
  readonly at: number;
  /** After how much of the stream a terminal attaches. */
  readonly from: number;
  /** The size that it attaches with. */
  readonly size: Dimensions;
}

describeRealSessions('a terminal that attaches to a recorded stream', function (fixture) {
  this.timeout(120_000 + SEARCH_MS * 4);
  const part = fc.double({ min: 0.001, max: 1, noNaN: true });
  const stream = fc.constantFrom(...recordedStreams());
  let runs = 0;

  it('while the program waits shows what one shows that received every byte', async () => {
    const cut = fc.record({ stream, at: part });
    await search(cut.map((one) => ({ ...one, from: one.at, size: STREAM_SIZE })));
  });

  it('while the program waits, with another size, shows the same as one that was resized', async () => {
    const size = fc.record({
      cols: fc.integer({ min: 2, max: 200 }),
      rows: fc.integer({ min: 2, max: 80 }),
    });
    const cut = fc.record({ stream, at: part, size });
    await search(cut.map((one) => ({ ...one, from: one.at })));
  });

  it('in the middle of output shows the same', async () => {
    const cut = fc.record({ stream, at: part, from: part });
    await search(cut.map((one) => ({ ...one, size: STREAM_SIZE })));
  });

  /** Each run takes so long that a counterexample is not made smaller, and that the last one may outlast the search. */
  async function search(cuts: fc.Arbitrary<Cut>): Promise<void> {
    let hasFailed = false;
    let last = Promise.resolve();
    const run = async (cut: Cut): Promise<void> => {
      hasFailed = true;
      await assertDrawn(cut);
      hasFailed = false;
    };
    const property = fc.asyncProperty(
      cuts,
      (cut) => (last = hasFailed ? Promise.resolve() : run(cut)),
    );
    await searchCounterexample(property, SEARCH_MS);
    await last;
  }

  async function assertDrawn({ stream: { name, bytes }, at, from, size }: Cut): Promise<void> {
    const { manager } = fixture;
    const id = `shell-main-${++runs}`;
    const [end, first] = [at, from].map((share) => Math.floor(share * bytes.length)) as [
      number,
      number,
    ];
    const where = `${name} from ${first} on, with a stop at ${end}, at ${JSON.stringify(size)}`;
    const file = join(STREAMS, `${name}.raw`);
    await fixture.sh(
      id,
      `stty raw -echo; printf '${READY}'; read -r key; head -c ${end} ${file}; read -r key; tail -c +${end + 1} ${file}; read -r key`,
      { dimensions: STREAM_SIZE },
    );
    const limits = { limitMs: LIMIT_MS, what: `the output: ${where}` };
    await waitFor(() => manager.get(id)?.hasOutput === true, limits);
    const everSince = createViewer(STREAM_SIZE);
    const attached = createViewer(size);
    const output = watch(id, first, attached);
    feed(everSince, READY);

    requireSession(manager, id).write('\n');
    await waitFor(() => output.bytes >= end, limits);
    feed(everSince, bytes.subarray(0, end));
    everSince.resize(size.cols, size.rows);
    if (output.attaching) {
      await output.attaching;
      await reachesState(attached, stateOf(everSince), `at the stop: ${where}`);
    }
    requireSession(manager, id).write('\n');
    await waitFor(() => output.bytes >= bytes.length, limits);
    feed(everSince, bytes.subarray(end));
    await output.attaching;
    await reachesState(attached, stateOf(everSince), `after the rest: ${where}`);
    const late = createViewer(size);
    await attachTerminal(manager, id, late);
    await reachesState(late, stateOf(everSince), `attached after the rest: ${where}`);
    [everSince, attached, late].forEach((terminal) => terminal.dispose());
    requireSession(manager, id).write('\n');
    await requireSession(manager, id).kill();
  }

  /** Counts the output of a session, and attaches a terminal at the first output with that much. */
  function watch(id: string, from: number, terminal: Terminal) {
    const output: { bytes: number; attaching?: Promise<unknown> } = { bytes: 0 };
    const dimensions = { cols: terminal.cols, rows: terminal.rows };
    requireSession(fixture.manager, id).watchOutput((bytes) => {
      output.bytes += bytes.length;
      if (output.bytes >= from) {
        output.attaching ??= attachTerminal(fixture.manager, id, terminal, { dimensions });
      }
    });
    return output;
  }
});
