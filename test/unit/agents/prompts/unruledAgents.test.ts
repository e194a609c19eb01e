import assert from 'node:assert/strict';
import type { PromptDelivery } from '../../../../src/agents/prompts/promptDelivery';
import { agent, fails, PASTE, written, type Scene } from '../../../support/agents/deliveryBench';

const send = (prompt: string) => (delivery: PromptDelivery) => delivery.send('a', prompt);

describe('a prompt for an agent without rules', () => {
  const scene = { session: agent(), isUnruled: true, status: { kind: 'unknown' } } as const;

  it('presses Enter only after the screen has shown the text, before the cursor or once more', async () => {
    for (const rows of [['│ > do it'], ['→ do it'], ['> do', '  it'], ['do it', 'Ask me']]) {
      const react: Scene['react'] = (data, { draw }) =>
        draw(...(data === '\r' ? ['Working'] : rows));
      assert.deepEqual(await written({ ...scene, react }, send('do it')), [PASTE, '\r']);
    }
    for (const rows of [['Which one?', '❯ This'], ['[ ] something else']]) {
      const out: string[] = [];
      const react: Scene['react'] = (_data, { draw }) => draw(...rows);
      const sent = written({ ...scene, react }, send('do it'), out);
      await fails(sent, 'PROMPT_STALLED', /does not show the prompt/);
      assert.ok(!out.includes('\r'));
    }
  });

  it('types no single letter or digit, which could be the key of an answer', async () => {
    const react = () => assert.fail('something was typed');
    for (const prompt of ['1', 'y', ' Y\n']) {
      const sent = written({ ...scene, react }, send(prompt));
      await fails(sent, 'BAD_REQUEST', /single letter or digit/);
    }
    assert.equal((await written({ session: agent() }, send('y'))).at(-1), '\r', 'with rules');
  });
});
