import assert from 'node:assert/strict';
import { DRIVEN_CLIS } from '../../../support/agents/drivenCli';
import { DRIVEN_LIMIT_MS, useDrivenAgent } from '../../../support/agents/useDrivenAgent';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';

const HOME_KEY = '\x01';
const LEFT = '\x1b[D';

for (const Cli of DRIVEN_CLIS) {
  const cli = new Cli();
  describe(`the input of the real ${cli.providerId}`, function () {
    this.timeout(120_000);
    const agent = useDrivenAgent(cli);

    before(() => agent.core.driver.ask(agent.id, 'hello', { timeoutMs: DRIVEN_LIMIT_MS }));

    /** Types as a person does in a terminal, until the screen shows these words. */
    async function typeByHand(data: string, shown: RegExp): Promise<void> {
      const { sessions } = agent.core;
      const terminal = await requireSession(sessions, agent.id).attach({
        onData() {},
        onExit() {},
      });
      terminal.write(data);
      await agent.shows(shown);
      terminal.dispose();
    }

    async function clearByHand(): Promise<void> {
      const { sessions } = agent.core;
      const holds = async (): Promise<boolean> => /half|thought/.test(await agent.text());
      await waitFor(
        async () => {
          sessions.find(agent.id)?.write('\x05');
          sessions.find(agent.id)?.write('\x15');
          return !(await holds());
        },
        { limitMs: DRIVEN_LIMIT_MS, what: 'the input to be cleared' },
      );
    }

    afterEach(() => clearByHand());

    for (const [draft, keys] of [
      ['the cursor at its beginning', `half a thought${HOME_KEY}`],
      ['the cursor in it', `half a thought${LEFT}`],
      ['two rows', '\x1b[200~half a\nthought\x1b[201~'],
    ] as const) {
      it(`gets no prompt while it has a text of the person with ${draft}`, async () => {
        await typeByHand(keys, /thought/);
        await assert.rejects(agent.core.delivery.send(agent.id, 'added'), {
          code: 'AGENT_NOT_READY',
        });
        assert.doesNotMatch(await agent.text(), /added/);
      });
    }

    it('keeps a text of the person when it is interrupted twice at rest', async () => {
      await typeByHand('half a thought', /thought/);
      const { delivery } = agent.core;
      const results = await Promise.allSettled([1, 2].map(() => delivery.interrupt(agent.id)));
      assert.deepEqual(
        results.map(({ status }) => status),
        ['rejected', 'rejected'],
      );
      assert.match(await agent.text(), /half a thought/);
    });

    if (cli.habits.keepsRefused) {
      it('loses a prompt that the agent refuses, and gets the next one alone', async () => {
        const { delivery, driver } = agent.core;
        await assert.rejects(delivery.send(agent.id, '/nosuch'), {
          code: 'PROMPT_STALLED',
          message: /refused the prompt.*Unrecognized command '\/nosuch'/,
        });
        const { response } = await driver.ask(agent.id, 'next', { timeoutMs: DRIVEN_LIMIT_MS });
        assert.equal(response, 'Stand-in answer to: next');
      });
    }
  });
}
