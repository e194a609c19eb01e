import assert from 'node:assert/strict';
import { PromptEcho } from '../../../../src/agents/prompts/promptEcho';
import { ManualClock } from '../../../support/manualClock';

describe('PromptEcho', () => {
  /** Whether a prompt is seen on a session that shows these screens, the first before it is typed. */
  async function isSeen(prompt: string, ...screens: readonly string[]): Promise<boolean> {
    const clock = new ManualClock();
    let reads = 0;
    const text = () => Promise.resolve(screens[Math.min(reads++, screens.length - 1)] ?? '');
    const echo = new PromptEcho({ has: () => screens.length > 0, find: () => ({ text }) }, clock);
    let seen: boolean | undefined;
    const isShown = await echo.watch('a', prompt);
    void isShown().then((result) => (seen = result));
    for (let turn = 0; seen === undefined && turn < 100; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(100);
    }
    return seen ?? assert.fail('the watch did not resolve');
  }

  it('detects a prompt, also if it wraps or has a frame', async () => {
    assert.equal(await isSeen('fix the login bug', '> ', '> fix the login bug'), true);
    assert.equal(await isSeen('fix the login bug', '', '│ > fix the  │\n│ login bug │'), true);
  });

  it('waits for a program that draws late', async () => {
    assert.equal(await isSeen('fix it', 'loading', 'loading', '> fix it'), true);
  });

  it('returns false for a screen without the prompt, and for an unknown session', async () => {
    assert.equal(await isSeen('fix it', 'Do you trust this folder? [y/n]'), false);
    assert.equal(await isSeen('fix it'), false);
  });

  it('is not deceived by a dialog that shows the words of the prompt [A47]', async () => {
    const dialog = 'Do you trust this folder?\n1. Yes\n2. No';
    for (const prompt of ['Yes', '1', 'Do you trust this folder?', '|||']) {
      assert.equal(await isSeen(prompt, dialog, dialog), false, prompt);
    }
    assert.equal(await isSeen('Yes', '1. Yes', '1. Yes\n> Yes'), true);
  });
});
