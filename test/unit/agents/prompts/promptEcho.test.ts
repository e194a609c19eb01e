import assert from 'node:assert/strict';
import { PromptEcho } from '../../../../src/agents/prompts/promptEcho';
import { ManualClock } from '../../../support/manualClock';

describe('PromptEcho', () => {
  /** Whether a prompt is seen on a session that shows these screens, one after the other. */
  async function isSeen(prompt: string, ...screens: readonly string[]): Promise<boolean> {
    const clock = new ManualClock();
    let looks = 0;
    const text = () => Promise.resolve(screens[Math.min(looks++, screens.length - 1)] ?? '');
    const echo = new PromptEcho({ has: () => screens.length > 0, text }, clock);
    let seen: boolean | undefined;
    void echo.isShown('a', prompt).then((result) => (seen = result));
    for (let turn = 0; seen === undefined && turn < 100; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(100);
    }
    return seen ?? assert.fail('isShown did not resolve');
  }

  it('detects a prompt, also if it wraps or has a frame', async () => {
    assert.equal(await isSeen('fix the login bug', '> fix the login bug'), true);
    assert.equal(await isSeen('fix the login bug', '│ > fix the  │\n│ login bug │'), true);
  });

  it('waits for a program that draws late', async () => {
    assert.equal(await isSeen('fix it', 'loading', 'loading', '> fix it'), true);
  });

  it('returns false for a screen without the prompt, and for an unknown session', async () => {
    assert.equal(await isSeen('fix it', 'Do you trust this folder? [y/n]'), false);
    assert.equal(await isSeen('fix it'), false);
  });
});
