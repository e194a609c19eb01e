import assert from 'node:assert/strict';
import { useCore } from '../../../support/agents/useCore';

/** Longer than any system keeps for a program that reads lines. */
const LONG = 'x'.repeat(5000);

describe('a prompt with a long line', function () {
  this.timeout(60_000);
  const fixture = useCore();

  it('is refused by a program that reads lines, with the limit, and nothing is typed', async () => {
    const prepared = await fixture.prepare();
    await prepared.launch();
    const seen = await fixture.watch(prepared.sessionId);
    await fixture.untilShown(seen, 'agent in');
    await assert.rejects(fixture.core.delivery.send(prepared.sessionId, LONG), {
      code: 'AGENT_NOT_READY',
      message: /keeps (?:4095|1024) bytes, and a line of this prompt has 5000/,
    });
    await fixture.core.delivery.send(prepared.sessionId, 'short');
    await fixture.untilShown(seen, 'heard: short');
    assert.doesNotMatch(seen.text, /xx/);
  });
});
