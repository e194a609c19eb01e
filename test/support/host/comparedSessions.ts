import assert from 'node:assert/strict';
import { join } from 'node:path';
import { FLOOD } from '../../../src/pty/limits';
import type { SessionSpec } from '../../../src/pty/sessionService';
import { splitAnswers } from '../pty/replacedWorkers';
import { SessionManagerFixture, specOf } from '../pty/useSessionManager';
import { waitFor } from '../waitFor';
import { PrintingProgram } from './printingProgram';

const IDS = ['shell-main-a', 'shell-main-b', 'shell-main-c'] as const;

/** Of the output last: its answer shows that all of it was parsed. */
const QUERY = Buffer.from('\x1b[6n');

/** Of output that can be skipped, only what fills the scrollback counts as waiting: these rows hold a flood. */
const SCROLLBACK = 20_000;

/** Longer than a worker hangs until it is ended. */
const LIMIT_MS = 60_000;

/** Where the sessions run whose workers fail. */
interface TestedSessions {
  /** Starts a script with `/bin/sh`. */
  sh(id: string, script: string, change: Partial<SessionSpec>): Promise<unknown>;
  /** The text of a session with 1000 rows of its scrollback. */
  text(id: string): Promise<string>;
}

/** The workers of the process that holds them. */
interface FailingWorkers {
  /** Makes the worker fail in the next way. */
  fail(): void;
  haveStarted(times: number): Promise<void>;
  haveEnded(times: number): Promise<void>;
}

/** Sessions without viewers whose workers fail, and sessions of this process that receive the same output. */
export class ComparedSessions {
  private readonly programs: readonly PrintingProgram[];
  private readonly inline = new SessionManagerFixture('window');
  /** The number of answers that were compared, of all sessions. */
  private answered = 0;

  /** @param directory contains the files of the programs */
  constructor(
    directory: string,
    private readonly tested: TestedSessions,
  ) {
    this.programs = IDS.map((id) => new PrintingProgram(join(directory, id)));
  }

  async start(): Promise<void> {
    this.inline.setUp();
    for (const [index, id] of IDS.entries()) {
      await this.inline.manager.create(specOf(id, { scrollback: SCROLLBACK }));
      await this.tested.sh(id, this.programs[index]?.script ?? '', { scrollback: SCROLLBACK });
    }
  }

  /** The tested sessions receive it some time later. */
  async print(outputOf: (index: number) => Buffer): Promise<void> {
    for (const [index, program] of this.programs.entries()) {
      const output = Buffer.concat([outputOf(index), QUERY]);
      await program.print(output);
      this.inline.processOf(index).print(output);
    }
  }

  /** Waits until a tested session has answered a query of the last output. */
  async haveBegun(): Promise<void> {
    const { answered } = this;
    const isMore = async (): Promise<boolean> => (await this.answers()).flat().length > answered;
    await waitFor(isMore, { limitMs: LIMIT_MS, what: 'an answer' });
  }

  /** Waits until the programs have their answers, and asserts that each has those of the other session. */
  async haveAnswered(): Promise<void> {
    await this.expected();
    const expected = IDS.map((_, index) => screenAnswers(this.inline.processOf(index).written));
    this.answered = expected.flat().length;
    // By their length, since the last one may arrive in parts.
    const lengths = expected.map((one) => one.join('').length);
    const areAll = async (): Promise<boolean> =>
      (await this.answers()).every((one, index) => one.join('').length >= (lengths[index] ?? 0));
    await waitFor(areAll, { limitMs: LIMIT_MS, what: 'the answers' });
    assert.deepEqual(await this.answers(), expected);
  }

  /** The texts of the tested sessions. */
  read(): Promise<readonly string[]> {
    return Promise.all(IDS.map((id) => this.tested.text(id)));
  }

  /** The texts of the others, which received all output at once. */
  expected(): Promise<readonly string[]> {
    return Promise.all(IDS.map((id) => this.inline.manager.text(id, { scrollback: 1000 })));
  }

  dispose(): void {
    assert.deepEqual(this.inline.complaints, []);
    this.inline.tearDown();
  }

  private answers(): Promise<readonly (readonly string[])[]> {
    return Promise.all(this.programs.map(async (one) => screenAnswers(await one.readInput())));
  }
}

/**
 * Asserts that sessions whose worker fails this often, in the middle of output or of reads, show and answer the same
 * as sessions that are parsed inline.
 * @param seed chooses the output from the streams
 */
export async function assertFailuresUnnoticed(
  sessions: ComparedSessions,
  workers: FailingWorkers,
  { times, seed, streams }: { times: number; seed: number; streams: readonly Buffer[] },
): Promise<void> {
  await sessions.start();
  for (let round = 0; round < times; round++) {
    await sessions.print((index) => floodOf(streams, seed * 101 + round * 7 + index));
    // Each way to fail occurs in both.
    const isInReads = (Math.floor(seed / 2) + round) % 2 === 1;
    await (isInReads ? sessions.haveAnswered() : sessions.haveBegun());
    const reads = sessions.read();
    await workers.haveStarted(round + 1);
    workers.fail();
    await sessions.haveAnswered();
    const seen = await reads;
    const expected = await sessions.expected();
    if (isInReads) {
      assert.deepEqual(seen, expected, `in end ${round + 1}`);
    }
    // A worker that hangs without a call ends at the next one.
    assert.deepEqual(await sessions.read(), expected, `at end ${round + 1}`);
    await workers.haveEnded(round + 1);
    assert.deepEqual(await sessions.read(), expected, `after end ${round + 1}`);
  }
  await sessions.print((index) => floodOf(streams, seed + index));
  await sessions.haveAnswered();
  assert.deepEqual(await sessions.read(), await sessions.expected(), 'at last');
}

/** Without queries, so that all of it waits: a flood, even if it is read slowly. */
const LEAD = Buffer.alloc(1.25 * FLOOD.bytes, `${'row '.repeat(19)}\r\n`);

/** After {@link LEAD}, a part of a recorded stream again and again, each time with a query. */
function floodOf(streams: readonly Buffer[], seed: number): Buffer {
  const stream = streams[seed % streams.length] ?? Buffer.alloc(0);
  const start = (seed * 7919) % Math.max(1, stream.length - 30_000);
  const part = Buffer.concat([stream.subarray(start, start + 30_000), Buffer.from('\x1b[5n')]);
  const count = Math.ceil((0.75 * FLOOD.bytes) / part.length);
  return Buffer.concat([LEAD, ...Array.from({ length: count }, () => part)]);
}

/** Without the answers to queries for Program Status: a session gives them by itself, and limits their rate. */
function screenAnswers(written: string): readonly string[] {
  return splitAnswers(written).filter((answer) => !answer.startsWith('\x1b]7501'));
}
