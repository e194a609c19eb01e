import assert from 'node:assert/strict';
import { nullLogger } from '../../../src/base/logger';
import { WORKER_ENDS } from '../../../src/pty/limits';
import type { EngineOffer } from '../../../src/pty/screen/screenEngine';
import { ScreenWorkers } from '../../../src/pty/screen/worker/screenWorkers';
import { threadStarter, type WorkerThread } from '../../../src/pty/screen/worker/workerThread';
import { ManualClock } from '../manualClock';
import { waitFor } from '../waitFor';
import { SessionManagerFixture, specOf, type BackendKind } from './useSessionManager';

const IDS = ['a', 'b', 'c'] as const;

interface Replacements {
  /** The path of the worker's program. */
  readonly program: string;
  readonly backendKind: BackendKind;
  /** What the sessions' programs print. */
  readonly streams: readonly Uint8Array[];
  readonly times: number;
}

/** Real workers that parse all output, and fail whenever the test wants; an hour passes after each end. */
class FailingWorkers {
  readonly clock = new ManualClock();
  private thread: WorkerThread | undefined;
  starts = 0;

  constructor(private readonly program: string) {}

  create(): EngineOffer & { dispose(): void } {
    const start = threadStarter(this.program);
    const workers = new ScreenWorkers({
      clock: this.clock,
      logger: nullLogger,
      mode: () => 'auto',
      startThread: (events) => {
        this.starts++;
        this.thread = start({
          handleReply: (reply) => events.handleReply(reply),
          handleGone: () => events.handleGone(),
          handleEnd: (end) => {
            events.handleEnd(end);
            this.clock.advance(WORKER_ENDS.ms);
          },
        });
        return this.thread;
      },
    });
    return {
      floodBytes: 0,
      open: (options) => workers.open(options),
      dispose: () => workers.dispose(),
    };
  }

  /** Sends a message at which a worker fails. */
  fail(): void {
    this.thread?.post({ kind: 'open', engine: -1, dimensions: undefined as never, scrollback: 0 });
  }
}

/**
 * Asserts that sessions whose workers fail again and again show and answer the same as sessions that
 * are parsed inline.
 */
export async function assertUnnoticed(replacements: Replacements): Promise<void> {
  const { program, backendKind, streams, times } = replacements;
  const workers = new FailingWorkers(program);
  const inline = new SessionManagerFixture('window');
  const replaced = new SessionManagerFixture(backendKind);
  replaced.createWorkers = () => workers.create();
  for (const fixture of [inline, replaced]) {
    fixture.setUp();
    for (const id of IDS) {
      await fixture.manager.create(specOf(id));
    }
  }
  for (let time = 0; time < times; time++) {
    for (const [index] of IDS.entries()) {
      const stream = streams[(index + time) % streams.length] ?? new Uint8Array(0);
      const start = (time * 7919) % Math.max(1, stream.length - 20_000);
      const chunk = Buffer.from(stream.subarray(start, start + 2000 + ((time * 997) % 18_000)));
      [inline, replaced].forEach((fixture) => fixture.processOf(index).print(chunk));
    }
    const { starts } = workers;
    const early = time % 2 === 0 ? Promise.all(IDS.map((id) => textOf(replaced, id))) : undefined;
    await replaced.manager.screen('a');
    workers.fail();
    const late = Promise.all(IDS.map((id) => textOf(replaced, id)));
    await waitFor(() => workers.starts > starts, { limitMs: 20_000, what: 'the next worker' });
    const expected = await Promise.all(IDS.map((id) => textOf(inline, id)));
    assert.deepEqual(await late, expected, `after ${time} ends`);
    assert.deepEqual((await early) ?? expected, expected, `before end ${time}`);
  }
  for (const [index] of IDS.entries()) {
    assert.deepEqual(answersOf(replaced, index), answersOf(inline, index));
  }
  assert.ok(answersOf(inline, 0).length > times);
  assert.deepEqual(replaced.complaints, []);
  [inline, replaced].forEach((fixture) => fixture.tearDown());
}

function textOf({ manager }: SessionManagerFixture, id: string): Promise<string> {
  return manager.colouredText(id, { scrollback: 1000 });
}

function answersOf(fixture: SessionManagerFixture, index: number): readonly string[] {
  return splitAnswers(fixture.processOf(index).written);
}

/**
 * The answers to queries, in order. A snapshot does not keep whether output is synchronized, since a
 * viewer would then show nothing.
 */
export function splitAnswers(written: string): readonly string[] {
  return written.replace(/\x1b\[\?2026;\d/g, '\x1b[?2026').split(/(?=\x1b[^\\])/);
}
