import assert from 'node:assert/strict';
import { join } from 'node:path';
import { splitAnswers } from '../pty/replacedWorkers';
import { SessionManagerFixture, specOf } from '../pty/useSessionManager';
import { waitFor } from '../waitFor';
import type { HostConversation } from './hostConversation';
import { PrintingProgram } from './printingProgram';

const IDS = ['shell-main-a', 'shell-main-b', 'shell-main-c'] as const;

/** Of the output last: its answer shows that all of it was parsed. */
const QUERY = Buffer.from('\x1b[6n');

/** Of output that can be skipped, only what fills the scrollback counts as waiting: these rows hold a flood. */
const SCROLLBACK = 20_000;

/** Longer than a worker hangs until it is ended. */
const LIMIT_MS = 60_000;

/** Sessions of a session host without viewers, and sessions of this process that receive the same output. */
export class ComparedSessions {
  private readonly programs: readonly PrintingProgram[];
  private readonly inline = new SessionManagerFixture('window');
  /** The number of answers that were compared, of all sessions. */
  private answered = 0;

  /** @param directory contains the files of the programs */
  constructor(
    directory: string,
    private readonly host: HostConversation,
  ) {
    this.programs = IDS.map((id) => new PrintingProgram(join(directory, id)));
  }

  async start(): Promise<void> {
    this.inline.setUp();
    for (const [index, id] of IDS.entries()) {
      await this.inline.manager.create(specOf(id, { scrollback: SCROLLBACK }));
      await this.host.sh(id, this.programs[index]?.script ?? '', { scrollback: SCROLLBACK });
    }
  }

  /** The sessions of the host receive it some time later. */
  async print(outputOf: (index: number) => Buffer): Promise<void> {
    for (const [index, program] of this.programs.entries()) {
      const output = Buffer.concat([outputOf(index), QUERY]);
      await program.print(output);
      this.inline.processOf(index).print(output);
    }
  }

  /** Waits until a session of the host has answered a query of the last output. */
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

  /** The texts of the sessions of the host. */
  read(): Promise<readonly string[]> {
    return Promise.all(IDS.map((id) => this.host.text(id)));
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

/** Without the answers to queries for Program Status: a session gives them by itself, and limits their rate. */
function screenAnswers(written: string): readonly string[] {
  return splitAnswers(written).filter((answer) => !answer.startsWith('\x1b]7501'));
}
