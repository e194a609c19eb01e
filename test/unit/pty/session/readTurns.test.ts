import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FLOOD, FLOOD_READS_PER_TURN, READ_FLOOD_BYTES, TYPING } from '../../../../src/pty/limits';
import { ReadTurns } from '../../../../src/pty/session/readTurns';
import { SessionProgram } from '../../../../src/pty/session/sessionProgram';
import { ManualClock } from '../../../support/manualClock';
import { FakePtySpawner, type FakePtyProcess } from '../../../support/pty/fakePty';
import { PROGRAM } from '../../../support/pty/useSessionManager';

const CHUNK = Buffer.alloc(READ_FLOOD_BYTES, 'x');
const FAST = Buffer.alloc(FLOOD.bytes, 'x');
const FLOODS = FLOOD_READS_PER_TURN + 3;
const SIZE = { cols: 80, rows: 24 };

describe('ReadTurns', () => {
  let clock = new ManualClock();
  let turns = new ReadTurns(clock);
  let spawner = new FakePtySpawner();
  let programs: SessionProgram[] = [];

  beforeEach(() => {
    clock = new ManualClock();
    turns = new ReadTurns(clock);
    spawner = new FakePtySpawner();
    programs = [];
  });

  function start(): { readonly program: SessionProgram; readonly process: FakePtyProcess } {
    const ignore = (): void => undefined;
    const program = new SessionProgram({
      spawner,
      clock,
      turns,
      handleOutput: ignore,
      handleSignal: ignore,
      handleAgentBegun: ignore,
      handleAgentExit: ignore,
      handleNotice: ignore,
      handleExit: ignore,
    });
    programs.push(program);
    program.run({ ...PROGRAM, ...SIZE }, undefined);
    const process = spawner.processes.at(-1);
    assert.ok(process);
    return { program, process };
  }

  const startFloods = () => Array.from({ length: FLOODS }, start);
  const indexesOf = (isPaused: boolean): readonly number[] =>
    spawner.processes.flatMap(({ paused }, index) => (paused === isPaused ? [index] : []));
  const print = (indexes: readonly number[], chunk = CHUNK): void =>
    indexes.forEach((index) => spawner.processes[index]?.print(chunk));
  const ALL = Array.from({ length: FLOODS }, (_, index) => index);

  it('pauses the floods beyond the reads of one turn, and resumes them in the next', async () => {
    startFloods();
    print(ALL);
    assert.deepEqual(indexesOf(true), ALL.slice(FLOOD_READS_PER_TURN));
    await nextTurn();
    assert.deepEqual(indexesOf(true), []);
  });

  it('reads a flood once in its turn while others wait', async () => {
    Array.from({ length: 3 * FLOOD_READS_PER_TURN }, start);
    const all = spawner.processes.map((_, index) => index);
    print(all);
    const first = indexesOf(false);
    await nextTurn();
    const resumed = indexesOf(false).filter((index) => !first.includes(index));
    assert.equal(resumed.length, FLOOD_READS_PER_TURN);
    print(resumed);
    assert.deepEqual(indexesOf(false), first);
  });

  it('reads each flood as often as the others', async () => {
    startFloods();
    const reads = new Map<number, number>();
    for (let turn = 0; turn < 10 * FLOODS; turn++) {
      const running = indexesOf(false);
      running.forEach((index) => reads.set(index, (reads.get(index) ?? 0) + 1));
      print(running);
      await nextTurn();
    }
    const counts = ALL.map((index) => reads.get(index) ?? 0);
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 2, counts.join());
  });

  it('never pauses as few floods as one turn has reads', async () => {
    const few = ALL.slice(0, FLOOD_READS_PER_TURN);
    few.forEach(start);
    for (let turn = 0; turn < 5; turn++) {
      print(few);
      assert.deepEqual(indexesOf(true), []);
      await nextTurn();
    }
  });

  it('never pauses a program that writes little, beside any number of floods', () => {
    startFloods();
    const { process } = start();
    print(ALL);
    process.print('an answer to a key');
    assert.equal(process.paused, false);
  });

  it('reads a flood at once after it has ended', () => {
    startFloods();
    print(ALL);
    clock.advance(FLOOD.ms);
    const last = spawner.processes.at(-1);
    last?.resume();
    last?.print('an answer to a key');
    assert.equal(last?.paused, false);
  });

  it('leaves a program paused on its turn if its screen has too much to parse', async () => {
    const floods = startFloods();
    print(ALL);
    const last = floods.at(-1);
    last?.program.applyPressure('high');
    await nextTurn();
    assert.deepEqual(indexesOf(true), [FLOODS - 1]);
    last?.program.applyPressure('low');
    assert.deepEqual(indexesOf(true), []);
  });

  it('leaves a program paused that has room again before its turn', () => {
    const floods = startFloods();
    print(ALL);
    floods.at(-1)?.program.applyPressure('high');
    floods.at(-1)?.program.applyPressure('low');
    assert.equal(floods.at(-1)?.process.paused, true);
  });

  it('gives no turn to a program that has ended', async () => {
    const taken: number[] = [];
    const readers = Array.from({ length: FLOODS }, (_, index) => ({
      pauseForTurn: () => undefined,
      takeTurn: () => void taken.push(index),
    }));
    readers.forEach((reader) => turns.handleRead(reader, false));
    const [first, ...others] = readers.slice(FLOOD_READS_PER_TURN);
    assert.ok(first);
    turns.leave(first);
    await nextTurn();
    assert.deepEqual(
      taken,
      others.map((reader) => readers.indexOf(reader)),
    );
  });

  it('starts the next program of a session with reading', async () => {
    const floods = startFloods();
    print(ALL);
    const last = floods.at(-1);
    last?.program.drop();
    last?.program.run({ ...PROGRAM, ...SIZE }, undefined);
    last?.program.applyPressure('low');
    assert.equal(spawner.processes.at(-1)?.paused, false);
    await nextTurn();
    assert.equal(spawner.processes.at(-1)?.paused, false);
  });

  describe('while a person types', () => {
    const index = FLOODS;

    /** Floods, and a program into which a person types. */
    function startTyped() {
      startFloods();
      const typed = start();
      typed.program.handleTyped();
      return typed;
    }

    it('resumes fast programs after a pause', async () => {
      startTyped();
      print(ALL, FAST);
      await nextTurn();
      assert.deepEqual(indexesOf(true), ALL.slice(FLOOD_READS_PER_TURN));
      clock.advance(TYPING.pauseMs);
      assert.deepEqual(indexesOf(true), []);
    });

    it('pauses a single fast program as well', async () => {
      start();
      start().program.handleTyped();
      Array.from({ length: FLOOD_READS_PER_TURN }, () => print([0], FAST));
      assert.deepEqual(indexesOf(true), []);
      print([0], FAST);
      await nextTurn();
      assert.deepEqual(indexesOf(true), [0]);
      clock.advance(TYPING.pauseMs);
      assert.deepEqual(indexesOf(true), []);
    });

    it('reads programs that write less without pauses', async () => {
      startTyped();
      print(ALL);
      await nextTurn();
      assert.deepEqual(indexesOf(true), []);
    });

    it('reads a program that was fast with pauses until the person stops', async () => {
      const { program } = startTyped();
      print(ALL, FAST);
      clock.advance(FLOOD.ms - 1);
      program.handleTyped();
      clock.advance(1);
      print([0, ...ALL]);
      await nextTurn();
      assert.ok(indexesOf(true).length > 0);
      clock.advance(TYPING.ms);
      print([0, ...ALL]);
      await nextTurn();
      assert.deepEqual(indexesOf(true), []);
      program.handleTyped();
      print([0, ...ALL]);
      await nextTurn();
      assert.deepEqual(indexesOf(true), []);
    });

    it('never pauses its program, also if that is fast', () => {
      const { process, program } = startTyped();
      print(ALL, FAST);
      print([index, index], FAST);
      assert.equal(process.paused, false);
      clock.advance(TYPING.ms);
      print([...ALL, index], FAST);
      assert.equal(process.paused, true);
      program.handleTyped();
      assert.equal(process.paused, false);
    });

    it('resumes its program from a pause', () => {
      const { process } = startTyped();
      print([...ALL], FAST);
      const other = spawner.processes.at(-2);
      assert.equal(other?.paused, true);
      programs.at(-2)?.handleTyped();
      assert.deepEqual([other.paused, process.paused], [false, false]);
    });

    it('reads without pauses some time after the last key', async () => {
      startTyped();
      clock.advance(TYPING.ms);
      print(ALL, FAST);
      await nextTurn();
      assert.deepEqual(indexesOf(true), []);
    });

    it('reads without pauses once its program has ended', async () => {
      const { program } = startTyped();
      program.drop();
      print(ALL, FAST);
      await nextTurn();
      assert.deepEqual(indexesOf(true), []);
    });
  });
});
