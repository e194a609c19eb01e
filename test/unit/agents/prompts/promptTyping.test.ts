import assert from 'node:assert/strict';
import { PromptTyping } from '../../../../src/agents/prompts/promptTyping';
import type { Keystrokes } from '../../../../src/providers/model/keys';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';

const SESSION = sessionInfo({ id: 'a', state: 'active' });

describe('PromptTyping', () => {
  let clock: ManualClock;
  let session: SessionInfo | undefined;
  let written: string[];
  /** The number of the last output. */
  let output: number;
  let typing: PromptTyping;

  beforeEach(() => {
    clock = new ManualClock();
    session = SESSION;
    written = [];
    output = 1;
    typing = new PromptTyping(
      {
        get: () => session,
        find: () => ({
          write: (data) => written.push(data.toString()),
          writeAfter: (after, data) => {
            const isLast = after === output;
            written.push(...(isLast ? [data] : []));
            return Promise.resolve(isLast);
          },
        }),
      },
      clock,
    );
  });

  afterEach(() => {
    typing.dispose();
    assert.equal(clock.pendingTimers, 0, 'a timer outlived the typing');
  });

  const type = (keystrokes: readonly Keystrokes[]) =>
    typing.withKeyboard('a', (keyboard) => keyboard.type(keystrokes));

  /** Lets pending promises settle. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  const typeAfter = (after: number | undefined) =>
    typing.withKeyboard('a', (keyboard) => keyboard.typeAfter(after, 'y'));

  it('types what is meant for a screen only if there is no output after it', async () => {
    assert.equal(await typeAfter(1), true);
    output = 2;
    assert.equal(await typeAfter(1), false);
    assert.deepEqual(written, ['y']);
  });

  it('types for a screen without a number', async () => {
    const typed = typeAfter(undefined);
    await settle();
    clock.advance(0);
    assert.deepEqual([await typed, written], [true, ['y']]);
  });

  it('drops what is meant for a screen if another session has its id', async () => {
    const typed = typing.withKeyboard('a', async (keyboard) => {
      session = sessionInfo({ ...SESSION, generation: 2 });
      return keyboard.typeAfter(1, 'y');
    });
    assert.deepEqual([await typed, written], [true, []]);
  });

  it('types write by write, with the pauses between them', async () => {
    const done = type([
      { data: 'text', waitMs: 150 },
      { data: '\r', waitMs: 0 },
    ]);
    await settle();
    assert.deepEqual(written, ['text']);
    clock.advance(150);
    await settle();
    assert.deepEqual(written, ['text', '\r']);
    clock.advance(0);
    await done;
  });

  it('types a second prompt after the first, not into it', async () => {
    const first = type([{ data: 'one', waitMs: 100 }]);
    const second = type([{ data: 'two', waitMs: 0 }]);
    await settle();
    assert.deepEqual(written, ['one']);
    clock.advance(100);
    await first;
    await settle();
    clock.advance(0);
    await second;
    assert.deepEqual(written, ['one', 'two']);
  });

  it('stops typing when another session has the id', async () => {
    const done = type([
      { data: 'text', waitMs: 150 },
      { data: '\r', waitMs: 0 },
    ]);
    await settle();
    session = { ...SESSION, generation: 2 };
    clock.advance(150);
    await done;
    assert.deepEqual(written, ['text']);
  });

  it('starts the next turn after one has failed', async () => {
    const failed = typing.withKeyboard('a', () => Promise.reject(new Error('it went wrong')));
    const next = typing.withKeyboard('a', () => Promise.resolve('next'));
    await assert.rejects(failed, /it went wrong/);
    assert.equal(await next, 'next');
  });

  it('types an interrupt at once while a prompt is typed', async () => {
    const prompt = type([{ data: 'text', waitMs: 150 }]);
    await settle();
    const interrupt = typing.typeNow('a', [{ data: 'esc', waitMs: 0 }]);
    assert.deepEqual(written, ['text', 'esc']);
    clock.advance(150);
    await Promise.all([prompt, interrupt]);
  });
});
