import { toMessage } from '../../../src/base/errors';
import type { DrivenCli } from './drivenCli';
import { useSharedCore } from './useCore';
import { waitFor } from '../waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

/** The time for an answer on a busy machine, in milliseconds. */
export const DRIVEN_LIMIT_MS = 40_000;

/** One agent of a real CLI for all tests of a suite, which begin while it is idle. */
export function useDrivenAgent(cli: DrivenCli): DrivenAgent {
  const agent = new DrivenAgent(useSharedCore());
  before(() => cli.setUp(agent.fixture));
  after(() => cli.tearDown());
  before(() => agent.start(cli.providerId));
  return agent;
}

class DrivenAgent {
  /** The id of its session. */
  id = '';

  constructor(readonly fixture: ReturnType<typeof useSharedCore>) {}

  get core() {
    return this.fixture.core;
  }

  async start(providerId: string): Promise<void> {
    const prepared = await this.fixture.prepare({ providerId, options: {} });
    await prepared.launch({ cols: 100, rows: 30 });
    this.id = prepared.sessionId;
    await this.becomes('idle');
  }

  readonly write = (data: string): void => this.core.sessions.find(this.id)?.write(data);

  readonly text = (): Promise<string> => requireSession(this.core.sessions, this.id).text();

  readonly becomes = (kind: string): Promise<void> =>
    this.waitUntil(`become ${kind}`, () => this.core.status.get(this.id).state.kind === kind);

  readonly shows = (words: RegExp): Promise<void> =>
    this.waitUntil(`show ${words}`, async () => words.test(await this.text()));

  /** Its error has the state and the screen. */
  private async waitUntil(
    event: string,
    condition: () => boolean | Promise<boolean>,
  ): Promise<void> {
    const what = `${this.id} to ${event}`;
    try {
      await waitFor(condition, { limitMs: DRIVEN_LIMIT_MS, what });
    } catch (cause) {
      const state = JSON.stringify(this.core.status.get(this.id).state);
      const screen = await this.text();
      throw new Error(`${toMessage(cause)} It is ${state} and shows:\n${screen}`, { cause });
    }
  }
}
