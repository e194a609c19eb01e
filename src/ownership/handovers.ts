import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { delay, type Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { writeFileAtomically } from '../base/atomicFile';
import { isErrno } from '../base/isErrno';
import { SerialQueue } from '../base/serialQueue';
import { randomHex } from '../base/randomHex';
import {
  formatHandoverAnswer,
  formatHandoverRequest,
  parseHandoverAnswer,
  parseHandoverRequest,
  type HandoverAnswer,
  type HandoverRequest,
  type HandoverTerms,
} from './handoverFile';
import type { Leases } from './leases';
import { planRequest } from './planRequest';
import { watchDirectory } from '../tasks/watchDirectory';

/** How long a window may take to answer, in milliseconds: to find that nobody looks, and to end a session. */
export const HANDOVER_TIMEOUT_MS = 15_000;

/** How often an answer is looked for, in milliseconds. */
const POLL_MS = 100;

const REQUEST = /^[0-9a-f]{16}\.request$/;
const ANSWER = /^[0-9a-f]{16}\.answer$/;

/** `isWanted` says whether the other window still waits. */
export type HandleHandover = (
  request: HandoverRequest,
  isWanted: () => Promise<boolean>,
) => Promise<HandoverAnswer>;

export interface HandoversDeps {
  /** That of the leases. */
  readonly directory: string;
  readonly clock: Clock;
  readonly leases: Pick<Leases, 'announce' | 'listWindows' | 'onDidBeat' | 'window'>;
  readonly handleError: (error: unknown) => void;
}

/**
 * Requests between windows to hand over sessions: a file for each, which its window removes, and
 * one for its answer. What is left behind, or is none, is removed by who comes by.
 */
export class Handovers implements Disposable {
  private readonly store = new DisposableStore();
  /** The names of the files of those that this window waits for. */
  private readonly asked = new Set<string>();
  /** The same of those that it has in work or has answered, while they are there. */
  private readonly taken = new Set<string>();
  private readonly looks = new SerialQueue();

  constructor(private readonly deps: HandoversDeps) {}

  /** Has requests to this window handled from now on: promptly, or at the next beat of the leases. */
  async serve(handle: HandleHandover): Promise<void> {
    const look = (): void => {
      this.looks.run(() => this.look(handle)).catch(this.deps.handleError);
    };
    const { directory, leases } = this.deps;
    this.store.add(leases.onDidBeat(look));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    if (!this.store.isDisposed) {
      this.store.add(watchDirectory(directory, (name) => REQUEST.test(name) && look()));
      look();
    }
  }

  /**
   * Asks the window that holds a session to end it; `ended`, too, where none does. `silent` where
   * that window says nothing within {@link HANDOVER_TIMEOUT_MS}.
   */
  async ask(ptyId: string, terms: HandoverTerms): Promise<HandoverAnswer | 'silent'> {
    const { leases } = this.deps;
    const holder = [...(await leases.listWindows())].find(([, held]) =>
      held.some((lease) => lease.ptyId === ptyId),
    );
    if (!holder) {
      return 'ended';
    }
    const [to] = holder;
    const name = `${randomHex(8)}.request`;
    this.asked.add(name);
    try {
      // Who is not known to live is not answered.
      await leases.announce();
      const request = { ptyId, terms, from: leases.window, to };
      await writeFileAtomically(this.path(name), formatHandoverRequest(request));
      return await this.waitForAnswer(name, to);
    } finally {
      await rm(this.path(name), { force: true });
      await rm(this.path(answerTo(name)), { force: true });
      this.asked.delete(name);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private async waitForAnswer(name: string, to: string): Promise<HandoverAnswer | 'silent'> {
    const { clock, leases } = this.deps;
    const giveUpAt = clock.monotonic() + HANDOVER_TIMEOUT_MS;
    while (clock.monotonic() < giveUpAt) {
      const isThere = (await leases.listWindows()).has(to);
      const answer = parseHandoverAnswer(await this.read(answerTo(name)));
      if (answer !== undefined || !isThere) {
        return answer ?? 'ended';
      }
      await delay(clock, POLL_MS);
    }
    return 'silent';
  }

  private async look(handle: HandleHandover): Promise<void> {
    const names = await this.list();
    const requests = names.filter((name) => REQUEST.test(name));
    const texts = await Promise.all(requests.map((name) => this.read(name)));
    // After the requests: who asks has announced itself before.
    const living = new Set((await this.deps.leases.listWindows()).keys());
    [...this.taken]
      .filter((name) => !names.includes(name))
      .forEach((name) => this.taken.delete(name));
    for (const [index, name] of requests.entries()) {
      await this.sort(name, texts[index] ?? '', { living, handle });
    }
    const orphans = names.filter((name) => ANSWER.test(name) && !names.includes(requestOf(name)));
    await Promise.all(orphans.map((name) => rm(this.path(name), { force: true })));
  }

  private async sort(
    name: string,
    text: string,
    { living, handle }: { readonly living: ReadonlySet<string>; readonly handle: HandleHandover },
  ): Promise<void> {
    const request = parseHandoverRequest(text);
    const { window } = this.deps.leases;
    const isKnown = this.asked.has(name) || this.taken.has(name);
    const fate = planRequest({ request, isKnown, window, living });
    if (fate === 'remove') {
      await rm(this.path(name), { force: true });
    } else if (fate === 'answer' && request && !this.store.isDisposed) {
      this.taken.add(name);
      this.answer(name, request, handle).catch(this.deps.handleError);
    }
  }

  private async answer(
    name: string,
    request: HandoverRequest,
    handle: HandleHandover,
  ): Promise<void> {
    const isWanted = async (): Promise<boolean> => (await this.read(name)) !== '';
    const answer = await handle(request, isWanted);
    if (await isWanted()) {
      await writeFileAtomically(this.path(answerTo(name)), formatHandoverAnswer(answer));
    }
  }

  /** The names of all files of the directory; none while it is missing: a claim creates it again. */
  private async list(): Promise<readonly string[]> {
    try {
      return await readdir(this.deps.directory);
    } catch (error) {
      if (isErrno(error, 'ENOENT')) {
        return [];
      }
      throw error;
    }
  }

  /** Empty for what is not there, or cannot be read. */
  private read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8').catch(() => '');
  }

  private path(name: string): string {
    return join(this.deps.directory, name);
  }
}

function answerTo(request: string): string {
  return request.replace(/request$/, 'answer');
}

function requestOf(answer: string): string {
  return answer.replace(/answer$/, 'request');
}
