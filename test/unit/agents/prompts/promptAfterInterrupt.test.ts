import assert from 'node:assert/strict';
import type { PromptDelivery } from '../../../../src/agents/prompts/promptDelivery';
import { agent, fails, PASTE, written, type Reaction } from '../../../support/agents/deliveryBench';

const send = (prompt: string) => (delivery: PromptDelivery) => delivery.send('a', prompt);

describe('a prompt after an interrupt', () => {
  const IDLE = { kind: 'idle' } as const;

  it('clears a paste that an interrupt restored behind the cursor, unless a person has typed before', async () => {
    for (const [lastInputAt, keys] of [
      [null, ['\x1b', '\x05', '\x15', PASTE, '\r']],
      [-10_000, ['\x1b']],
    ] as const) {
      const out: string[] = [];
      const react = (data: string, { draw, place }: Reaction): void => {
        out.push(data);
        draw(data === PASTE ? '❯ do it' : ['\x15', '\r'].includes(data) ? '❯ ' : '❯ [Pasted 1 MB]');
        place(data === '\x1b' ? 2 : undefined);
      };
      const sent = written({ session: agent({ lastInputAt }), react }, async (one) => {
        await one.interrupt('a');
        await one.send('a', 'do it');
      });
      await (lastInputAt === null
        ? sent
        : fails(sent, 'AGENT_NOT_READY', /^Text was typed in the terminal/));
      assert.deepEqual(out, keys);
    }
  });

  it('types the prompt again if an interrupt restores the earlier one meanwhile', async () => {
    let pastes = 0;
    const react = (data: string, { draw }: Reaction): void => {
      pastes += data === PASTE ? 1 : 0;
      draw(data !== PASTE ? '❯ ' : pastes === 1 ? '❯ old promptdo it' : '❯ do it');
    };
    const out = await written({ session: agent(), status: IDLE, react }, send('do it'));
    assert.deepEqual(out, [PASTE, '\x15', PASTE, '\r']);
  });

  it('types the prompt again if an interrupt restores the earlier one behind it after Enter', async () => {
    let enters = 0;
    let isMixed = false;
    const react = (data: string, { draw }: Reaction): void => {
      enters += data === '\r' ? 1 : 0;
      isMixed = data === '\r' ? enters === 1 : data === '\x15' ? false : isMixed;
      const rows = isMixed ? ['❯ do it', '  an earlier prompt'] : ['❯ do it'];
      draw(...(enters > 1 || data === '\x15' ? ['❯ '] : rows));
    };
    const scene = { session: agent(), status: IDLE, react };
    assert.deepEqual(await written(scene, send('do it')), [PASTE, '\r', '\x15', PASTE, '\r']);
  });

  it('waits for the prompt to appear behind a restored one, then types it again', async () => {
    for (const readMs of [1000, 2500, 9000]) {
      let pastes = 0;
      const react = (data: string, { draw, after }: Reaction): void => {
        pastes += data === PASTE ? 1 : 0;
        if (data === PASTE && pastes === 1) {
          draw('❯ old prompt');
          after(readMs, () => draw('❯ old promptdo it'));
        } else {
          draw(data === PASTE ? '❯ do it' : '❯ ');
        }
      };
      const out = await written({ session: agent(), status: IDLE, react }, send('do it'));
      assert.deepEqual(out, [PASTE, '\x15', PASTE, '\r'], `read after ${readMs} ms`);
    }
  });

  it('clears a prompt that an interrupt has restored before it types', async () => {
    const react = (data: string, { draw }: Reaction): void =>
      draw(data === PASTE ? '❯ do it' : '❯ ');
    const out = await written({ session: agent(), react }, async (delivery) => {
      await delivery.interrupt('a');
      await delivery.send('a', 'do it');
    });
    assert.deepEqual(out, ['\x1b', PASTE, '\r']);
    const put = (data: string, { draw }: Reaction): void =>
      draw(data === '\x1b' ? '❯ old prompt' : data === PASTE ? '❯ do it' : '❯ ');
    const cleared = await written({ session: agent(), react: put }, async (delivery) => {
      await delivery.interrupt('a');
      await delivery.send('a', 'do it');
    });
    assert.deepEqual(cleared, ['\x1b', '\x15', PASTE, '\r']);
  });

  it('waits for a prompt that an interrupt restores half a second after the agent has stopped', async () => {
    for (const stopMs of [0, 1500]) {
      const react = (data: string, { draw, after, report }: Reaction): void => {
        if (data === '\x1b') {
          after(stopMs, () => report(IDLE));
          after(stopMs + 500, () => draw('❯ old prompt'));
        } else {
          draw(data === PASTE ? '❯ do it' : '❯ ');
        }
      };
      const scene = { session: agent(), status: { kind: 'working' }, react } as const;
      const out = await written(scene, async (delivery) => {
        await Promise.all([delivery.interrupt('a'), delivery.send('a', 'do it')]);
      });
      assert.deepEqual(out, ['\x1b', '\x15', PASTE, '\r'], `stopped after ${stopMs} ms`);
    }
  });
});
