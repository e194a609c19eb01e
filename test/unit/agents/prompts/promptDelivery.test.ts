import assert from 'node:assert/strict';
import type { PromptDelivery } from '../../../../src/agents/prompts/promptDelivery';
import { agent, fails, PASTE, written, type Reaction } from '../../../support/agents/deliveryBench';
import { sessionInfo } from '../../../support/pty/fakeSessions';

describe('PromptDelivery', () => {
  const send = (prompt: string) => (delivery: PromptDelivery) => delivery.send('a', prompt);

  it('D6: pastes into an agent in bracketed paste, then presses Enter separately', async () => {
    assert.deepEqual(await written({ session: agent() }, send('do it')), [PASTE, '\r']);
  });

  it('D6: ends a line for a shell with LF, and removes control sequences', async () => {
    const out = await written({ session: sessionInfo(), kind: 'shell' }, send('ls\x1b[A -l'));
    assert.equal(out.length, 1);
    assert.doesNotMatch(out[0] ?? '', /\x1b/);
    assert.match(out[0] ?? '', /^ls.*\n$/);
  });

  it('refuses a prompt if the agent has exited to its shell', async () => {
    const session = agent({ agentExitCode: 0 });
    await fails(written({ session }, send('delete old files')), 'SESSION_EXITED');
  });

  it('refuses an empty prompt, an exited session, an unknown one', async () => {
    const terminated = agent({ state: 'terminated' });
    for (const nothing of ['', '  ', '\n\t\n', '\0\x1b\x7f', '\x1b[201~']) {
      await fails(written({ session: agent() }, send(nothing)), 'BAD_REQUEST');
    }
    await fails(written({ session: terminated }, send('x')), 'SESSION_EXITED');
    await fails(written({ session: undefined }, send('x')), 'SESSION_NOT_FOUND');
  });

  it('types nothing into a dialog, and rejects with its question', async () => {
    const status = { kind: 'needsInput', need: 'trust', question: 'Trust this folder?' } as const;
    const react = () => assert.fail('something was typed');
    const sent = written({ session: agent(), status, react }, send('do it'));
    await fails(sent, 'AGENT_BLOCKED', /asks "Trust this folder\?"/);
  });

  it('types no prompt into a dialog that appears while the prompt is queued', async () => {
    const blocked = { kind: 'needsInput', need: 'permission', question: 'May I?' } as const;
    const statusAfter = (data: string) => (data === '\r' ? blocked : undefined);
    const out = await written({ session: agent(), statusAfter }, async (delivery) => {
      const first = delivery.send('a', 'do it');
      const second = delivery.send('a', 'and that');
      await Promise.all([first, fails(second, 'AGENT_BLOCKED', /May I\?/)]);
    });
    assert.deepEqual(out, [PASTE, '\r']);
  });

  it('types into a working agent, which queues the prompt', async () => {
    const status = { kind: 'working' } as const;
    assert.deepEqual(await written({ session: agent(), status }, send('do it')), [PASTE, '\r']);
  });

  describe('while a person types in the terminal', () => {
    it('waits until they stop', async () => {
      const scene = { session: agent({ lastInputAt: 0 }) };
      let begun = 0;
      const out = await written(scene, async (delivery, clock) => {
        await delivery.send('a', 'do it');
        begun = clock.now();
      });
      assert.deepEqual(out, [PASTE, '\r']);
      assert.ok(begun >= 2000, `it typed at ${begun} ms`);
    });

    it('refuses if they continue, in a shell, too', async () => {
      for (const kind of ['agent', 'shell'] as const) {
        const session = agent({ lastInputAt: Number.MAX_SAFE_INTEGER });
        const react = () => assert.fail('something was typed');
        await fails(written({ session, kind, react }, send('do it')), 'AGENT_NOT_READY');
      }
    });

    it('adds nothing to a text that they have typed', async () => {
      const typed: string[] = [];
      const session = agent({ lastInputAt: -10_000 });
      const react = (data: string, { draw }: Reaction): void => {
        typed.push(data);
        draw('❯ half a thought');
      };
      const sent = written({ session, react }, async (delivery) => {
        await delivery.interrupt('a');
        await delivery.send('a', 'do it');
      });
      await fails(sent, 'AGENT_NOT_READY', /^Text was typed in the terminal/);
      assert.deepEqual(typed, ['\x1b']);
    });
  });

  const sendFirst = (delivery: PromptDelivery) => delivery.sendFirst('a', 'do it');

  it('submits a first prompt when the screen shows it', async () => {
    assert.deepEqual(await written({ session: agent() }, sendFirst), [PASTE, '\r']);
  });

  it('presses no Enter if the screen does not show the prompt: it may be a dialog', async () => {
    const out = await written({ session: agent(), isShown: false }, sendFirst);
    assert.equal(out.length, 2);
    assert.match(out[1] ?? '', /^notice: .*was not submitted/);
  });

  it('submits a first prompt that the screen does not show to an idle agent', async () => {
    const scene = { session: agent(), status: { kind: 'idle' }, isShown: false } as const;
    assert.deepEqual(await written(scene, sendFirst), [PASTE, '\r']);
  });

  it('shows a notice if the agent exits before its first prompt', async () => {
    const out = await written({ session: agent({ agentExitCode: 1 }) }, sendFirst);
    assert.match(out.join(), /^notice: .*ended before its first prompt/);
  });

  it("interrupts an agent with its provider's key, and a shell with Ctrl-C", async () => {
    const interrupt = (delivery: PromptDelivery) => delivery.interrupt('a');
    const ended = agent({ agentExitCode: 0 });
    assert.deepEqual(
      [
        await written({ session: agent() }, interrupt),
        await written({ session: ended }, interrupt),
        await written({ session: agent(), kind: 'shell' }, interrupt),
      ],
      [['\x1b'], ['\x03'], ['\x03']],
    );
  });
});
