import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DisposableStore, toDisposable } from '../../../src/base/lifecycle';
import { nullLogger } from '../../../src/base/logger';
import { WORKER_ENDS, WORKER_SILENCE } from '../../../src/pty/limits';
import type { EngineOffer } from '../../../src/pty/screen/screenEngine';
import { requireSession } from '../../../src/pty/sessionBackend';
import type { VisibleScreen } from '../../../src/pty/sessionService';
import type { WorkerReply } from '../../../src/pty/screen/worker/workerMessages';
import { ScreenWorkers } from '../../../src/pty/screen/worker/screenWorkers';
import {
  threadStarter,
  type WorkerEnd,
  type WorkerThread,
} from '../../../src/pty/screen/worker/workerThread';
import { ManualClock } from '../manualClock';
import { waitFor } from '../waitFor';
import { DEFECTS, withDefects, type Defect } from '../workerDefects.mjs';
import { SessionManagerFixture, specOf, type BackendKind } from './useSessionManager';

const IDS = ['a', 'b', 'c'] as const;

/** Enough for a worker with small screens, and soon full. */
const HEAP_BYTES = 64 * 1024 * 1024;

interface Replacements {
  /** The path of the worker's program. */
  readonly program: string;
  readonly backendKind: BackendKind;
  /** What the sessions' programs print. */
  readonly streams: readonly Uint8Array[];
  readonly times: number;
}

/** Real workers that parse all output, and fail on request; an hour passes before each end. */
class FailingWorkers {
  private readonly clock = new ManualClock();
  private readonly directory = mkdtempSync(join(tmpdir(), 'agent-terminals-worker-'));
  private readonly program = join(this.directory, 'failing.js');
  private thread: WorkerThread | undefined;
  private starts = 0;
  /** The defects that workers have reached. */
  readonly begun: Defect[] = [];
  /** How the workers ended by themselves: all but those that hung. */
  readonly ends: WorkerEnd['kind'][] = [];

  constructor(program: string) {
    writeFileSync(this.program, withDefects(program));
  }

  create(): EngineOffer & { dispose(): void } {
    const start = threadStarter(this.program, { heapBytes: HEAP_BYTES });
    const workers = new ScreenWorkers({
      clock: this.clock,
      logger: nullLogger,
      mode: () => 'auto',
      startThread: (events) => {
        this.starts++;
        this.thread = start({
          handleReply: (reply: WorkerReply | { readonly defect: Defect }) => {
            if ('defect' in reply) {
              this.begun.push(reply.defect);
            } else {
              events.handleReply(reply);
            }
          },
          handleGone: () => events.handleGone(),
          handleEnd: (end) => {
            this.ends.push(end.kind);
            events.handleEnd(end);
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

  /** Makes the worker fail. Returns a function that waits for the next worker, which starts only at a read. */
  fail(defect: Defect): () => Promise<void> {
    const { starts } = this;
    const count = this.begun.length;
    // Earlier ends no longer count. `advance` would count as several pings without an answer.
    this.clock.sleep(WORKER_ENDS.ms);
    this.thread?.post({ defect } as never);
    const isReplaced = (): boolean => {
      if (this.starts === starts && this.begun.length > count && defect === 'hang') {
        this.clock.advance(WORKER_SILENCE.ms * WORKER_SILENCE.times);
      }
      return this.starts > starts;
    };
    return () => waitFor(isReplaced, { limitMs: 20_000, what: `a worker after "${defect}"` });
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/**
 * Asserts that sessions whose workers fail again and again show and answer the same as sessions that
 * are parsed inline.
 */
export async function assertUnnoticed(replacements: Replacements): Promise<void> {
  const { program, backendKind } = replacements;
  const workers = new FailingWorkers(program);
  const inline = new SessionManagerFixture('window');
  const replaced = new SessionManagerFixture(backendKind);
  replaced.createWorkers = () => workers.create();
  const store = new DisposableStore();
  store.add(toDisposable(() => workers.remove()));
  try {
    for (const fixture of [inline, replaced]) {
      fixture.setUp();
      store.add(toDisposable(() => fixture.tearDown()));
      for (const id of IDS) {
        await fixture.manager.create(specOf(id));
      }
    }
    await assertSame({ inline, replaced, workers }, replacements);
    assert.deepEqual(replaced.complaints, []);
  } finally {
    store.dispose();
  }
}

interface Compared {
  readonly inline: SessionManagerFixture;
  readonly replaced: SessionManagerFixture;
  readonly workers: FailingWorkers;
}

async function assertSame(
  { inline, replaced, workers }: Compared,
  { streams, times }: Pick<Replacements, 'streams' | 'times'>,
): Promise<void> {
  const defects = Array.from(
    { length: times },
    (_, time): Defect => DEFECTS[time % DEFECTS.length] ?? 'error',
  );
  for (const [time, defect] of defects.entries()) {
    for (const [index] of IDS.entries()) {
      const stream = streams[(index + time) % streams.length] ?? new Uint8Array(0);
      const start = (time * 7919) % Math.max(1, stream.length - 20_000);
      const chunk = Buffer.from(stream.subarray(start, start + 2000 + ((time * 997) % 18_000)));
      [inline, replaced].forEach((fixture) => fixture.processOf(index).print(chunk));
    }
    const early = time % 2 === 0 ? readAll(replaced) : undefined;
    await requireSession(replaced.manager, 'a').screen();
    const hasNext = workers.fail(defect);
    const late = readAll(replaced);
    await hasNext();
    const expected = await readAll(inline);
    assert.deepEqual(await late, expected, `after end ${time} (${defect})`);
    assert.deepEqual((await early) ?? expected, expected, `before end ${time} (${defect})`);
    // With the number of the last output.
    const [seen, shown] = await Promise.all([readScreens(replaced), readScreens(inline)]);
    assert.deepEqual(seen, shown, `the screens after end ${time} (${defect})`);
  }
  assert.deepEqual(workers.begun, defects);
  const ends = { error: ['exit'], full: ['full'], hang: [] } as const;
  assert.deepEqual(
    workers.ends,
    defects.flatMap((defect) => ends[defect]),
  );
  for (const [index] of IDS.entries()) {
    assert.deepEqual(answersOf(replaced, index), answersOf(inline, index));
  }
  assert.ok(answersOf(inline, 0).length > times);
}

/** The coloured texts of all sessions. */
function readAll({ manager }: SessionManagerFixture): Promise<readonly string[]> {
  const texts = Promise.all(
    IDS.map((id) => requireSession(manager, id).colouredText({ scrollback: 1000 })),
  );
  // Also reported where it is awaited, unless an assertion fails first.
  texts.catch(() => undefined);
  return texts;
}

function readScreens({ manager }: SessionManagerFixture): Promise<readonly VisibleScreen[]> {
  return Promise.all(IDS.map((id) => requireSession(manager, id).screen()));
}

function answersOf(fixture: SessionManagerFixture, index: number): readonly string[] {
  return splitAnswers(fixture.processOf(index).written);
}

/**
 * The answers to queries, in order. A snapshot does not keep whether output is synchronized, since a
 * viewer would then show nothing.
 */
function splitAnswers(written: string): readonly string[] {
  return written.replace(/\x1b\[\?2026;\d/g, '\x1b[?2026').split(/(?=\x1b[^\\])/);
}
