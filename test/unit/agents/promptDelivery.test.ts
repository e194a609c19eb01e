import assert from 'node:assert/strict';
import { PromptDelivery } from '../../../src/agents/promptDelivery';
import { PromptTyping } from '../../../src/agents/promptTyping';
import { SessionError } from '../../../src/base/errors';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/builtInProviders';
import type { SessionInfo } from '../../../src/pty/sessionService';
import { sessionInfo } from '../../support/fakeSessions';
import { ManualClock } from '../../support/manualClock';

describe('PromptDelivery', () => {
  const provider = BUILT_IN_PROVIDERS.find(({ id }) => id === 'claude');

  /** What is written into a session when `use` is done with it. */
  async function written(
    session: SessionInfo | undefined,
    use: (delivery: PromptDelivery) => Promise<void>,
    kind: 'agent' | 'shell' = 'agent',
    isShown = true,
  ): Promise<string[]> {
    const out: string[] = [];
    const sessions = {
      get: () => session,
      write: (_id: string, data: string | Uint8Array) => void out.push(data.toString()),
      onDidChange: () => ({ dispose() {} }),
    };
    const clock = new ManualClock();
    const delivery = new PromptDelivery({
      sessions,
      typing: new PromptTyping(sessions, clock),
      providerOf: () => (kind === 'agent' ? provider : undefined),
      echo: { isShown: () => Promise.resolve(isShown) },
      notify: (message) => out.push(`notice: ${message}`),
    });
    let settled = false;
    const done = use(delivery).finally(() => (settled = true));
    done.catch(() => {});
    for (let turn = 0; !settled && turn < 100; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(200);
    }
    await done;
    return out;
  }

  const send = (prompt: string) => (delivery: PromptDelivery) => delivery.send('a', prompt);
  const fails = (promise: Promise<unknown>, code: string) =>
    assert.rejects(promise, (error) => SessionError.is(error) && error.code === code);

  it('D6: pastes into an agent in brackets, then presses Enter by itself', async () => {
    const session = sessionInfo({ bracketedPaste: true });
    assert.deepEqual(await written(session, send('do it')), ['\x1b[200~do it\x1b[201~', '\r']);
  });

  it('D6: ends a line for a shell with LF, and cleans what could be more than text', async () => {
    const out = await written(sessionInfo(), send('ls\x1b[A -l'), 'shell');
    assert.equal(out.length, 1);
    assert.doesNotMatch(out[0] ?? '', /\x1b/);
    assert.match(out[0] ?? '', /^ls.*\n$/);
  });

  it('never lets a shell run what was meant for the agent before it', async () => {
    await fails(
      written(sessionInfo({ agentExitCode: 0 }), send('delete old files')),
      'SESSION_EXITED',
    );
  });

  it('refuses an empty prompt, an exited session, an unknown one', async () => {
    await fails(written(sessionInfo(), send('  ')), 'BAD_REQUEST');
    await fails(written(sessionInfo({ state: 'terminated' }), send('x')), 'SESSION_EXITED');
    await fails(written(undefined, send('x')), 'SESSION_NOT_FOUND');
  });

  const sendFirst = (delivery: PromptDelivery) => delivery.sendFirst('a', 'do it');

  it('submits a first prompt once it is seen', async () => {
    const session = sessionInfo({ bracketedPaste: true });
    assert.deepEqual(await written(session, sendFirst), ['\x1b[200~do it\x1b[201~', '\r']);
  });

  it('never presses Enter on what does not show the prompt: it may be a dialog', async () => {
    const out = await written(sessionInfo({ bracketedPaste: true }), sendFirst, 'agent', false);
    assert.equal(out.length, 2);
    assert.match(out[1] ?? '', /^notice: .*was not submitted/);
  });

  it('says so where the agent ended before its first prompt', async () => {
    const out = await written(sessionInfo({ agentExitCode: 1 }), sendFirst);
    assert.match(out.join(), /^notice: .*ended before its first prompt/);
  });

  it("interrupts by the provider's own key, a shell by Ctrl-C", async () => {
    const interrupt = (delivery: PromptDelivery) => delivery.interrupt('a');
    assert.deepEqual(
      [
        await written(sessionInfo(), interrupt),
        await written(sessionInfo({ agentExitCode: 0 }), interrupt),
        await written(sessionInfo(), interrupt, 'shell'),
      ],
      [['\x1b'], ['\x03'], ['\x03']],
    );
  });
});
