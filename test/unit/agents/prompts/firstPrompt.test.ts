import assert from 'node:assert/strict';
import type { PromptDelivery } from '../../../../src/agents/prompts/promptDelivery';
import { agent, PASTE, written, type Scene } from '../../../support/agents/deliveryBench';
import { readRecordedScreen } from '../../../support/status/recordedScreens';

describe('PromptDelivery of a first prompt', () => {
  const sendFirst = (delivery: PromptDelivery) => delivery.sendFirst('a', 'do it');

  it('submits it when the screen shows it', async () => {
    assert.deepEqual(await written({ session: agent() }, sendFirst), [PASTE, '\r']);
  });

  it('presses no Enter if the screen does not show the prompt: it may be a dialog', async () => {
    const out = await written({ session: agent(), isShown: false }, sendFirst);
    assert.equal(out.length, 2);
    assert.match(out[1] ?? '', /^notice: .*was not submitted/);
  });

  it('types none into a dialog, and presses no Enter in one that appears after it [A34]', async () => {
    const { screen } = readRecordedScreen('claude-11-permission.txt');
    const before = { session: agent(), screen, hidesDialogs: true };
    const after: Scene = { session: agent(), react: (_data, { draw }) => draw(...screen.rows) };
    for (const [scene, typed] of [
      [before, 0],
      [after, 1],
    ] as const) {
      const out = await written(scene, sendFirst);
      assert.equal(out.length, typed + 1, out.join());
      assert.match(out.at(-1) ?? '', /^notice: .* asks "/);
    }
  });

  it('types none into a terminal in which a person types', async () => {
    const session = agent({ lastInputAt: Number.MAX_SAFE_INTEGER });
    const out = await written({ session }, sendFirst);
    assert.equal(out.length, 1, out.join());
    assert.match(out[0] ?? '', /^notice: .*Text was typed in the terminal/);
  });

  it('types none into a dialog that appears while it is queued [A34]', async () => {
    const blocked = { kind: 'needsInput', need: 'permission', question: 'May I?' } as const;
    const statusAfter = (data: string) => (data === '\r' ? blocked : undefined);
    const scene = { session: agent(), status: { kind: 'idle' }, statusAfter } as const;
    const out = await written(scene, async (delivery) => {
      await Promise.all([delivery.send('a', 'do it'), sendFirst(delivery)]);
    });
    assert.deepEqual(out.slice(0, 2), [PASTE, '\r']);
    assert.match(out[2] ?? '', /^notice: .*asks "May I\?"/);
    assert.equal(out.length, 3, out.join());
  });

  it('submits it without an echo to an idle agent', async () => {
    const scene = { session: agent(), status: { kind: 'idle' }, isShown: false } as const;
    assert.deepEqual(await written(scene, sendFirst), [PASTE, '\r']);
  });

  it('shows a notice if the agent exits before it', async () => {
    const out = await written({ session: agent({ agentExitCode: 1 }) }, sendFirst);
    assert.match(out.join(), /^notice: .*ended before its first prompt/);
  });

  it('shows no notice if another start of the session gives it the prompt', async () => {
    const typesIn = agent({ lastInputAt: Number.MAX_SAFE_INTEGER });
    for (const session of [agent({ agentExitCode: 1 }), typesIn]) {
      const send = (delivery: PromptDelivery) => delivery.sendFirst('a', 'do it', () => true);
      assert.deepEqual(await written({ session }, send), []);
    }
  });

  it('submits none to the shell of an agent that has ended meanwhile [A35]', async () => {
    const scene: { -readonly [Key in keyof Scene]: Scene[Key] } = { session: agent() };
    scene.react = () => void (scene.session = agent({ agentExitCode: 0 }));
    const [text, ...later] = await written(scene, sendFirst);
    assert.equal(text, PASTE);
    assert.match(later.join(), /^notice: .*ended before the prompt was submitted/);
  });
});
