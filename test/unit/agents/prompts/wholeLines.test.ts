import assert from 'node:assert/strict';
import type { PromptDelivery } from '../../../../src/agents/prompts/promptDelivery';
import { requireWholeLines } from '../../../../src/agents/prompts/wholeLines';
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

  it('asks for the terminal of the program, which a client over SSH or of tmux does not have', async () => {
    for (const [change, expected] of [
      [{}, 7],
      [{ kind: 'ssh' }, null],
      [{ persistence: 'tmux' }, null],
    ] as const) {
      const session = agent({ bracketedPaste: false, pid: 7, ...change });
      const asked: (number | null)[] = [];
      await requireWholeLines(session, long, (pid) => {
        asked.push(pid);
        return Promise.resolve(Infinity);
      });
      assert.deepEqual(asked, [expected]);
    }
  });

  it('types it if the program reads characters, or accepts pastes', async () => {
    const session = agent({ bracketedPaste: false });
    const [typed] = await written({ session }, send(long));
    assert.equal(typed, long);
    const [pasted = ''] = await written({ session: agent(), lineLimit: 4095 }, send(long));
    assert.ok(pasted.includes(long));
  });
});
