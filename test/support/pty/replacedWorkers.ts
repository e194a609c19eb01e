import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nullLogger } from '../../../src/base/logger';
import { WORKER_ENDS, WORKER_SILENCE } from '../../../src/pty/limits';
import type { EngineOffer } from '../../../src/pty/screen/screenEngine';
import { ScreenWorkers } from '../../../src/pty/screen/worker/screenWorkers';
import {
  threadStarter,
  type WorkerEnd,
  type WorkerThread,
} from '../../../src/pty/screen/worker/workerThread';
import { ManualClock } from '../manualClock';
import { waitFor } from '../waitFor';
import { DEFECTS, withDefects } from '../workerDefects.mjs';
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

type Defect = (typeof DEFECTS)[number];

/** Real workers that parse all output, and fail whenever the test wants; an hour passes before each end. */
class FailingWorkers {
  private readonly clock = new ManualClock();
  private readonly directory = mkdtempSync(join(tmpdir(), 'agent-terminals-worker-'));
  private readonly program = join(this.directory, 'failing.js');
  private thread: WorkerThread | undefined;
  private starts = 0;
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
          handleReply: (reply) => events.handleReply(reply),
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

  /** Lets the worker fail, and returns what resolves once the next one has started, which needs a read. */
  fail(defect: Defect): () => Promise<void> {
    const { starts } = this;
    // As in a process that was stopped, which is no silence of the worker.
    this.clock.sleep(WORKER_ENDS.ms);
    this.thread?.post({ defect } as never);
    const isReplaced = (): boolean => {
      if (this.starts === starts && defect === 'hang') {
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
  try {
    for (const fixture of [inline, replaced]) {
      fixture.setUp();
      for (const id of IDS) {
        await fixture.manager.create(specOf(id));
      }
    }
    await assertSame({ inline, replaced, workers }, replacements);
    assert.deepEqual(replaced.complaints, []);
  } finally {
    [inline, replaced].forEach((fixture) => fixture.tearDown());
    workers.remove();
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
  const defects = Array.from({ length: times }, (_, time) => DEFECTS[time % DEFECTS.length]);
  for (const [time, defect = 'error'] of defects.entries()) {
    for (const [index] of IDS.entries()) {
      const stream = streams[(index + time) % streams.length] ?? new Uint8Array(0);
      const start = (time * 7919) % Math.max(1, stream.length - 20_000);
      const chunk = Buffer.from(stream.subarray(start, start + 2000 + ((time * 997) % 18_000)));
      [inline, replaced].forEach((fixture) => fixture.processOf(index).print(chunk));
    }
    const early = time % 2 === 0 ? Promise.all(IDS.map((id) => textOf(replaced, id))) : undefined;
    await replaced.manager.screen('a');
    const hasNext = workers.fail(defect);
    const late = Promise.all(IDS.map((id) => textOf(replaced, id)));
    await hasNext();
    const expected = await Promise.all(IDS.map((id) => textOf(inline, id)));
    assert.deepEqual(await late, expected, `after end ${time} (${defect})`);
    assert.deepEqual((await early) ?? expected, expected, `before end ${time} (${defect})`);
  }
  const seen = defects.filter((defect) => defect !== 'hang');
  assert.deepEqual(
    workers.ends,
    seen.map((defect) => (defect === 'full' ? 'full' : 'exit')),
  );
  for (const [index] of IDS.entries()) {
    assert.deepEqual(answersOf(replaced, index), answersOf(inline, index));
  }
  assert.ok(answersOf(inline, 0).length > times);
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
