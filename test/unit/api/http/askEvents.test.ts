import assert from 'node:assert/strict';
import { askEvents } from '../../../../src/api/http/askEvents';
import { STREAM_HEARTBEAT_MS } from '../../../../src/api/limits';
import { SessionError } from '../../../../src/base/errors';
import { AskError } from '../../../../src/driver/askFailure';
import type { AskResult } from '../../../../src/driver/driver';
import { ManualClock } from '../../../support/manualClock';

const RESULT: AskResult = { response: 'all of it', ms: 5, endedBy: 'hook' };

type Step = () => string | Promise<string>;

/** How long an ask may take to begin its answer before the call is answered, in milliseconds. */
const OPEN_MS = 10_000;

describe('the events of an ask', () => {
  let clock: ManualClock;
  let hasLeft: boolean;

  beforeEach(() => {
    clock = new ManualClock();
    hasLeft = false;
  });

  async function* answer(...steps: readonly Step[]): AsyncGenerator<string, AskResult> {
    try {
      for (const step of steps) {
        yield await step();
      }
      return RESULT;
    } finally {
      hasLeft = true;
    }
  }

  const textOf = async (answering: Promise<Response>): Promise<string> => (await answering).text();

  it('are the answer so far, then the result', async () => {
    const text = await textOf(
      askEvents(
        clock,
        answer(
          () => 'all',
          () => 'all of',
        ),
      ),
    );
    assert.equal(
      text,
      'event: delta\ndata: {"text":"all"}\n\nevent: delta\ndata: {"text":"all of"}\n\nevent: done\ndata: {"response":"all of it","ms":5,"endedBy":"hook"}\n\n',
    );
  });

  it('fail the call for an error before the first event', async () => {
    const error = new SessionError('AGENT_BLOCKED', 'It asks.');
    await assert.rejects(
      askEvents(
        clock,
        answer(() => Promise.reject(error)),
      ),
      error,
    );
  });

  it('send a later error as an event', async () => {
    const error = new SessionError('TIMEOUT', 'It is late.');
    const text = await textOf(
      askEvents(
        clock,
        answer(
          () => 'all',
          () => Promise.reject(error),
        ),
      ),
    );
    assert.match(text, /event: error\ndata: {"code":"TIMEOUT","message":"It is late."}\n\n$/);
  });

  it('send the question of an agent with its error', async () => {
    for (const question of ['May I?', null]) {
      const error = new AskError('NEEDS_INPUT', 'It asks.', { response: 'so far', question });
      const text = await textOf(
        askEvents(
          clock,
          answer(
            () => 'all',
            () => Promise.reject(error),
          ),
        ),
      );
      const data = { code: 'NEEDS_INPUT', message: 'It asks.', response: 'so far', question };
      assert.ok(text.endsWith(`event: error\ndata: ${JSON.stringify(data)}\n\n`), text);
    }
  });

  it('begin without an answer, send heartbeats, and then an error', async () => {
    let fail = (_error: Error): void => {};
    const slow = new Promise<string>((_, reject) => (fail = reject));
    const opening = askEvents(
      clock,
      answer(() => slow),
    );
    let isOpen = false;
    void opening.then(() => (isOpen = true));
    clock.advance(OPEN_MS - 1);
    await settle();
    assert.equal(isOpen, false);
    clock.advance(1);
    const text = textOf(opening);
    await settle();
    clock.advance(STREAM_HEARTBEAT_MS);
    clock.advance(STREAM_HEARTBEAT_MS);
    fail(new SessionError('SESSION_EXITED', 'It ended.'));
    assert.equal(
      await text,
      ': \n\n: \n\nevent: error\ndata: {"code":"SESSION_EXITED","message":"It ended."}\n\n',
    );
    assert.equal(clock.pendingTimers, 0);
  });

  it('read no more of the answer than the caller does', async () => {
    let read = 0;
    const more = (): string => String(++read);
    const { body } = await askEvents(clock, answer(more, more, more, more));
    const reader = body?.getReader() ?? assert.fail('There is no body.');
    await reader.read();
    await settle();
    assert.ok(read <= 2, `${read} were read`);
    await reader.cancel();
  });

  it('end the ask of a caller that disconnects, and send no more events', async () => {
    let give = (_text: string): void => {};
    const slow = new Promise<string>((resolve) => (give = resolve));
    const { body } = await askEvents(
      clock,
      answer(
        () => 'all',
        () => slow,
      ),
    );
    const reader = body?.getReader() ?? assert.fail('There is no body.');
    await reader.read();
    await settle();
    const left = reader.cancel();
    clock.advance(STREAM_HEARTBEAT_MS * 3);
    give('all of');
    await left;
    assert.equal(hasLeft, true);
    assert.equal(clock.pendingTimers, 0);
  });
});

/** Runs the callbacks of promises that have settled. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
