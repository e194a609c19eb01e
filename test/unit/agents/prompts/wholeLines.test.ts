import assert from 'node:assert/strict';
import type { PromptDelivery } from '../../../../src/agents/prompts/promptDelivery';
import { agent, fails, shell, written } from '../../../support/agents/deliveryBench';

const send = (prompt: string) => (delivery: PromptDelivery) => delivery.send('a', prompt);

describe('a prompt of which the program would get only the beginning of a line', () => {
  const long = `Look: ${'é'.repeat(3000)}`;

  for (const [who, session] of [
    ['an agent', agent({ bracketedPaste: false })],
    ['a shell', shell()],
  ] as const) {
    it(`types none for ${who}`, async () => {
      const react = () => assert.fail('something was typed');
      const sent = written({ session, react, lineLimit: 4095 }, send(long));
      await fails(sent, 'AGENT_NOT_READY', /keeps 4095 bytes, and a line of this prompt has 6006/);
    });
  }

  it('types it if the program reads characters, or accepts pastes', async () => {
    const session = agent({ bracketedPaste: false });
    const [typed] = await written({ session }, send(long));
    assert.equal(typed, long);
    const [pasted = ''] = await written({ session: agent(), lineLimit: 4095 }, send(long));
    assert.ok(pasted.includes(long));
  });
});
