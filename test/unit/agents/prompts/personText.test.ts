import assert from 'node:assert/strict';
import { agent, fails, written } from '../../../support/agents/deliveryBench';

describe('a text that a person has begun', () => {
  for (const [where, screen] of [
    ['before which the cursor is', { rows: ['❯ half a thought'], cursor: { row: 0, column: 2 } }],
    ['of two rows', { rows: ['❯ half a', '  thought'], cursor: { row: 1, column: 9 } }],
    ['that ends with an empty row', { rows: ['❯ half', ''], cursor: { row: 1, column: 2 } }],
    ['beside a bar', { rows: ['  ┃', '  ┃  half'], cursor: { row: 1, column: 9 } }],
  ] as const) {
    it(`gets no prompt added: one ${where}`, async () => {
      const session = agent({ lastInputAt: -10_000 });
      const react = () => assert.fail('something was typed');
      const sent = written({ session, screen, react }, (one) => one.send('a', 'do it'));
      await fails(sent, 'AGENT_NOT_READY', /^Text was typed in the terminal/);
    });
  }
});
