import assert from 'node:assert/strict';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { DRIVEN_CLIS } from '../../support/agents/drivenCli';
import { useSharedCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';

/** The time for an answer on a busy machine, in milliseconds. */
const LIMIT_MS = 40_000;

describe('a picker that the person has opened', function () {
  this.timeout(120_000);
  before(() => buildHookHelper());

  for (const Cli of DRIVEN_CLIS) {
    const cli = new Cli();
    describe(`in the real ${cli.providerId}`, () => {
      const fixture = useSharedCore();
      let id = '';
      before(() => cli.setUp(fixture));
      after(() => cli.tearDown());
      before(async () => {
        const { providerId } = cli;
        const prepared = await fixture.prepare({ providerId, options: {} });
        await prepared.launch({ cols: 100, rows: 30 });
        id = prepared.sessionId;
      });

      const becomes = (kind: string) =>
        waitFor(() => fixture.core.status.get(id).state.kind === kind, {
          limitMs: LIMIT_MS,
          what: `${id} to become ${kind}`,
        });
      const shows = (words: RegExp) =>
        waitFor(async () => words.test(await fixture.core.sessions.text(id)), {
          limitMs: LIMIT_MS,
          what: `${id} to show ${words}`,
        });

      it('takes no prompt and no ask, which fail at once, until it is closed', async () => {
        const { agents, driver, sessions, status } = fixture.core;
        await becomes('idle');
        sessions.write(id, '/model');
        await shows(/[❯›] \/model/);
        sessions.write(id, '\r');
        await becomes('needsInput');
        const { state } = status.get(id);
        assert.ok(state.kind === 'needsInput' && state.likely);

        await assert.rejects(driver.ask(id, '1', { timeoutMs: LIMIT_MS }), {
          code: 'NEEDS_INPUT',
          message: /probably asks/,
        });
        const refused = { code: 'AGENT_BLOCKED', message: /probably asks/ };
        await assert.rejects(agents.sendPrompt(id, '1'), refused);
        assert.equal(status.get(id).state.kind, 'needsInput', 'nothing was typed');

        sessions.write(id, '\x1b');
        await becomes('idle');
        const { response } = await driver.ask(id, 'hello', { timeoutMs: LIMIT_MS });
        assert.equal(response, 'Stand-in answer to: hello');
      });
    });
  }
});
