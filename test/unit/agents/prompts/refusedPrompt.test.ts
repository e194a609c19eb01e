import assert from 'node:assert/strict';
import { agent, fails, PASTE, written, type Reaction } from '../../../support/agents/deliveryBench';

const IDLE = { kind: 'idle' } as const;

describe('a prompt that the agent refuses', () => {
  it('is taken out: the cursor is then before the text', async () => {
    let input = '';
    const out: string[] = [];
    const react = (data: string, { draw, place }: Reaction): void => {
      out.push(data);
      input = data === PASTE ? 'do it' : data === '\x15' ? '' : input;
      const refusal = out.includes('\r') ? 'No such command.' : '';
      draw(refusal, `❯ ${input}`);
      place(data === '\r' ? 2 : undefined);
    };
    const sent = written({ session: agent(), status: IDLE, react }, (one) =>
      one.send('a', 'do it'),
    );
    await fails(sent, 'PROMPT_STALLED', /taken out.*It shows: No such command\./);
    assert.deepEqual([input, out], ['', [PASTE, '\r', '\x05', '\x15']]);
  });

  it('is not reported as taken out if the input cannot be cleared or read', async () => {
    for (const [left, key] of [
      ['❯ do it', '\x15'],
      ['no input', '\x05'],
    ] as const) {
      let isStuck = false;
      const react = (data: string, { draw, place }: Reaction): void => {
        isStuck ||= data === key;
        draw(data === PASTE ? '' : 'No such command.', isStuck ? left : '❯ do it');
        place(data === '\r' ? 2 : undefined);
      };
      const sent = written({ session: agent(), status: IDLE, react }, (one) =>
        one.send('a', 'do it'),
      );
      await fails(sent, 'PROMPT_STALLED', /may still be in its input: clear it in its terminal/);
    }
  });

  it('is none if the agent has only moved its cursor so far', async () => {
    const react = (data: string, { draw, place, after }: Reaction): void => {
      draw('❯ do it');
      if (data === '\r') {
        place(2);
        after(400, () => draw('❯ '));
      }
    };
    const scene = { session: agent(), status: IDLE, react };
    assert.deepEqual(await written(scene, (one) => one.send('a', 'do it')), [PASTE, '\r']);
  });
});
