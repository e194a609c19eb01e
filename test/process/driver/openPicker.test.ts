import assert from 'node:assert/strict';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { DRIVEN_CLIS } from '../../support/agents/drivenCli';
import { DRIVEN_LIMIT_MS as timeoutMs, useDrivenAgent } from '../../support/agents/useDrivenAgent';

describe('a picker that the person has opened', function () {
  this.timeout(120_000);
  before(() => buildHookHelper());

  for (const Cli of DRIVEN_CLIS) {
    const cli = new Cli();
    describe(`in the real ${cli.providerId}`, () => {
      const agent = useDrivenAgent(cli);

      it('takes no prompt and no ask, which fail at once, until it is closed', async () => {
        const { id } = agent;
        const { delivery, driver, status } = agent.core;
        // Codex reads a prompt while it starts, but refuses the command until it has started.
        await driver.ask(id, 'hello', { timeoutMs });
        agent.write('/model');
        await agent.shows(/[❯›] \/model/);
        agent.write('\r');
        await agent.becomes('needsInput');
        const { state } = status.get(id);
        assert.ok(state.kind === 'needsInput' && state.likely);

        await assert.rejects(driver.ask(id, '1', { timeoutMs }), {
          code: 'NEEDS_INPUT',
          message: /probably asks/,
        });
        const refused = { code: 'AGENT_BLOCKED', message: /probably asks/ };
        await assert.rejects(delivery.send(id, '1'), refused);
        assert.equal(status.get(id).state.kind, 'needsInput', 'nothing was typed');

        agent.write('\x1b');
        await agent.becomes('idle');
        const { response } = await driver.ask(id, 'hello again', { timeoutMs });
        assert.equal(response, 'Stand-in answer to: hello again');
      });
    });
  }
});
