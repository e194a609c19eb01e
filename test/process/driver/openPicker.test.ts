import assert from 'node:assert/strict';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { DRIVEN_CLIS } from '../../support/agents/drivenCli';
import { DRIVEN_LIMIT_MS as timeoutMs, useDrivenAgent } from '../../support/agents/useDrivenAgent';
import { requireSession } from '../../../src/pty/sessionBackend';

describe('a picker that the person has opened', function () {
  this.timeout(120_000);
  before(() => buildHookHelper());

  for (const Cli of DRIVEN_CLIS) {
    const cli = new Cli();
    describe(`in the real ${cli.providerId}`, () => {
      const agent = useDrivenAgent(cli);
      /** The screen below the greeting, which some CLIs animate. */
      const readConversation = async (id: string): Promise<string> => {
        const text = await requireSession(agent.core.sessions, id).text();
        return text.slice(text.indexOf('hello'));
      };

      it('takes no prompt and no ask until it is closed', async () => {
        const { id } = agent;
        const { delivery, driver, status } = agent.core;
        // Codex reads a prompt while it starts, but refuses the command until it has started.
        await driver.ask(id, 'hello', { timeoutMs });
        agent.write('/model');
        await agent.shows(/[❯›] \/model/);
        agent.write('\r');
        await agent.shows(/\bEsc\b/i);
        const opened = await readConversation(id);
        const message = /no rule recognises/;
        await assert.rejects(driver.ask(id, '1', { timeoutMs }), { code: 'NEEDS_INPUT', message });
        await assert.rejects(delivery.send(id, '1'), { code: 'AGENT_BLOCKED', message });
        assert.equal(await readConversation(id), opened, 'nothing was typed');
        assert.notEqual(status.get(id).state.kind, 'needsInput', 'the person has opened it');

        agent.write('\x1b');
        const { response } = await driver.ask(id, 'hello again', { timeoutMs });
        assert.equal(response, 'Stand-in answer to: hello again');
      });
    });
  }
});
