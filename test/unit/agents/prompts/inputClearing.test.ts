import assert from 'node:assert/strict';
import { InputClearing } from '../../../../src/agents/prompts/inputClearing';
import { CTRL_U, type Keystrokes } from '../../../../src/providers/model/keys';
import { sessionInfo } from '../../../support/pty/fakeSessions';

const SESSION = sessionInfo({ id: 'a', state: 'active' });

describe('InputClearing', () => {
  let session = SESSION;
  let input: string;
  let presses: number;

  beforeEach(() => {
    session = SESSION;
    input = 'left over';
    presses = 0;
  });

  const clearing = new InputClearing({
    get: () => session,
    find: () => ({
      screen: () => {
        const row = `❯ ${input}`;
        const cursor = { row: 0, column: row.length };
        return Promise.resolve({ rows: [row], cursor, altScreen: false, title: '' });
      },
    }),
  });

  /** Clears the input; `press` is called with each key. */
  const clear = (press: (key: Keystrokes['data']) => void): Promise<boolean> =>
    clearing.clear(SESSION, {
      type: (keys) => {
        keys.forEach(({ data }) => {
          presses += 1;
          press(data);
        });
        return Promise.resolve();
      },
      typeAfter: () => assert.fail('not for an answer'),
      pause: () => Promise.resolve(),
    });

  it('presses the key until the input is empty', async () => {
    const shorten = (key: Keystrokes['data']): void => {
      assert.equal(key, CTRL_U);
      input = input.slice(0, -3);
    };
    assert.deepEqual([await clear(shorten), presses], [true, 3]);
  });

  it('leaves the input of another session that gets the id meanwhile', async () => {
    const replace = (): void => void (session = { ...SESSION, generation: 2 });
    assert.deepEqual([await clear(replace), presses], [true, 1]);
  });

  it('gives up an input that never gets empty, after 40 presses', async () => {
    assert.deepEqual([await clear(() => undefined), presses], [false, 40]);
  });
});
