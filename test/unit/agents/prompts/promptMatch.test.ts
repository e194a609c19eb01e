import assert from 'node:assert/strict';
import {
  isDraftOf,
  matchAccepted,
  matchPrompt,
  type AgentObservation,
} from '../../../../src/agents/prompts/promptMatch';

const PROMPT = 'list all files of this folder and count their lines';

describe('matchPrompt', () => {
  const look = (...rows: readonly string[]): AgentObservation => ({
    screen: {
      rows,
      cursor: { row: rows.length - 1, column: rows.at(-1)?.length ?? 0 },
      altScreen: false,
      title: '',
    },
    activity: {
      state: { kind: 'idle' },
      source: undefined,
      ruleId: undefined,
      reason: '',
      since: 0,
    },
  });
  const see = (before: string, now: string) => matchPrompt(look(before), look(now), PROMPT);

  it('recognizes the prompt by its start, by its end, and after other text', () => {
    for (const text of [PROMPT, PROMPT.slice(0, 20), PROMPT.slice(-20), `old prompt${PROMPT}`]) {
      assert.equal(see('❯ ', `❯ ${text}`), 'yes', text);
    }
  });

  it('does not accept a few characters as the end of the prompt', () => {
    assert.equal(see('❯ ', '❯ lines'), 'other');
    assert.equal(isDraftOf('lines', PROMPT), false);
  });

  it('distinguishes new text from text that was shown before', () => {
    assert.equal(see('❯ ', '❯ old prompt'), 'other');
    assert.equal(see('❯ old prompt', '❯ old prompt'), 'no');
    assert.equal(see(`❯ ${PROMPT}`, `❯ ${PROMPT}`), 'no');
  });

  it('does not take the end of earlier work for the acceptance of a prompt that the input still has', () => {
    const at = (kind: 'done' | 'idle' | 'working', since: number): AgentObservation => {
      const seen = look(`❯ ${PROMPT}`);
      return { ...seen, activity: { ...seen.activity, state: { kind }, since } };
    };
    assert.equal(matchAccepted(at('working', 1), at('done', 2), PROMPT), 'no');
    assert.equal(matchAccepted(at('idle', 1), at('done', 2), PROMPT), 'yes');
  });

  it('returns maybe for other changes if no input can be read', () => {
    assert.equal(see('Welcome', 'Welcome back'), 'maybe');
    assert.equal(see('Welcome', 'Welcome'), 'no');
    assert.equal(see('Welcome', `│ ${PROMPT}`), 'yes');
  });
});
