import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CLIENT_WAITING_BYTES, STREAM_WATERMARKS } from '../../../../src/host/server/limits';
import { COALESCE } from '../../../../src/pty/limits';
import { StreamingClient, type ReceivedStream } from '../../../support/host/streamingClient';

const KB = 1024;
const MB = 1024 * KB;
/** The longest that is sent at once of a flood. */
const PIECE = COALESCE.chars;
const MOST_PRINTED = 200 * KB;

/** What the host and the client of some streams do; `at` selects the stream. */
type Step =
  | {
      readonly kind: 'print';
      readonly at: number;
      readonly bytes: number;
      readonly times: number;
    }
  | { readonly kind: 'read'; readonly bytes: number }
  | { readonly kind: 'open'; readonly isAcknowledged: boolean; readonly drawingLength: number }
  | { readonly kind: 'draw' | 'redraw' | 'detach' | 'end'; readonly at: number }
  | { readonly kind: 'flush' };

describe('the streams of a client', () => {
  let client = new StreamingClient();
  beforeEach(() => (client = new StreamingClient()));
  afterEach(() => client.dispose());

  it('are sent in order, without a loss that is not announced, within the limits, and completely', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(step(), { minLength: 50, maxLength: 150, size: 'max' }),
        async (steps) => {
          client = new StreamingClient();
          client.open();
          client.open();
          await client.settle();
          for (const one of steps) {
            perform(one);
            await client.settle();
            requireLimits();
          }
          await readAll();
          requireComplete();
          client.dispose();
        },
      ),
      { numRuns: 20 },
    );
  });

  it('are sent a little output after one piece of each flood, although floods fill all room first', async () => {
    const floods = Array.from({ length: 4 }, () => client.open());
    const quiet = client.open();
    await client.settle();
    client.read(Infinity);
    // All that may wait, and almost all that may be held.
    floods.forEach((flood) => print(flood, CLIENT_WAITING_BYTES.output / 4));
    assert.equal(client.waiting, CLIENT_WAITING_BYTES.output);
    floods.forEach((flood) => print(flood, CLIENT_WAITING_BYTES.held / 4 - PIECE));
    quiet.session.print(10);
    for (let pieces = 0; quiet.shown < 10; pieces++) {
      assert.ok(pieces <= CLIENT_WAITING_BYTES.output / PIECE + floods.length);
      client.read(PIECE);
      floods[pieces % 4]?.session.print(PIECE);
    }
    assert.deepEqual(
      [quiet, ...floods].map(({ gaps }) => gaps),
      [0, 0, 0, 0, 0],
    );
  });

  it('do not lose output because another stream is not read', async () => {
    const unread = client.open({ isAcknowledged: false });
    const other = client.open();
    await client.settle();
    print(unread, STREAM_WATERMARKS.high + 0.875 * CLIENT_WAITING_BYTES.held);
    print(other, 1.5 * STREAM_WATERMARKS.high);
    await readAll();
    assert.deepEqual([other.shown, other.gaps], [other.session.printed, 0]);
    assert.equal(unread.shown, STREAM_WATERMARKS.high);
  });

  function print({ session }: ReceivedStream, bytes: number): void {
    for (let printed = 0; printed < bytes; printed += PIECE) {
      session.print(PIECE);
    }
  }

  function step(): fc.Arbitrary<Step> {
    const at = fc.nat(7);
    const kind = (...kinds: ('draw' | 'redraw' | 'detach' | 'end')[]) =>
      fc.record({ kind: fc.constantFrom(...kinds), at });
    const print = fc.constant('print' as const);
    const piece = fc.integer({ min: 1, max: MOST_PRINTED });
    const line = fc.record({ kind: print, at, bytes: fc.nat(100), times: fc.constant(1) });
    const flood = fc.record({ kind: print, at, bytes: piece, times: fc.nat(20) });
    return fc.oneof(
      { weight: 8, arbitrary: line },
      { weight: 16, arbitrary: flood },
      {
        weight: 8,
        arbitrary: fc.record({
          kind: fc.constant('read' as const),
          bytes: fc.integer({ min: 1, max: MB }),
        }),
      },
      { weight: 4, arbitrary: kind('draw') },
      { weight: 2, arbitrary: kind('redraw', 'detach', 'end') },
      { weight: 3, arbitrary: fc.constant({ kind: 'flush' as const }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('open' as const),
          isAcknowledged: fc.boolean(),
          drawingLength: fc.constantFrom(20, 20, 100 * KB, 3 * MB),
        }),
      },
    );
  }

  function perform(one: Step): void {
    const stream = 'at' in one ? client.streams[one.at % client.streams.length] : undefined;
    switch (one.kind) {
      case 'print':
        for (let times = 0; times < one.times; times++) {
          stream?.session.print(one.bytes);
        }
        break;
      case 'read':
        client.read(one.bytes);
        break;
      case 'open':
        client.open(one);
        break;
      case 'draw':
        stream?.session.draw();
        break;
      case 'flush':
        client.flush();
        break;
      case 'redraw':
      case 'detach':
      case 'end':
        performOnStream(one.kind, stream);
        break;
    }
  }

  function performOnStream(
    kind: 'redraw' | 'detach' | 'end',
    stream: ReceivedStream | undefined,
  ): void {
    if (stream && kind === 'redraw') {
      client.redraw(stream);
    } else if (stream && kind === 'detach') {
      client.detach(stream);
    } else {
      stream?.session.end();
    }
  }

  function requireLimits(): void {
    const { held, waitingOutput, streams } = client;
    const { held: mostHeld, output } = CLIENT_WAITING_BYTES;
    const joined = streams.length * (COALESCE.chars + MOST_PRINTED);
    assert.ok(held <= mostHeld + joined, `${held} bytes are held`);
    assert.ok(waitingOutput <= output, `${waitingOutput} bytes wait`);
  }

  /** Reads until nothing more is sent. */
  async function readAll(): Promise<void> {
    for (let idle = 0, sent = client.sent; idle < 3; idle = client.sent === sent ? idle + 1 : 0) {
      ({ sent } = client);
      client.read(Infinity);
      client.streams.forEach(({ session }) => session.draw());
      client.flush();
      await client.settle();
    }
  }

  function requireComplete(): void {
    for (const { session, isAcknowledged, hasExit, shown } of client.streams) {
      assert.equal(hasExit, session.hasEnded, `${session.id}: its exit`);
      if (isAcknowledged) {
        assert.equal(shown, session.printed, `${session.id}: all output`);
      }
    }
  }
});
