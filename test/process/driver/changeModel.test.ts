import assert from 'node:assert/strict';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { DRIVEN_CLIS, DrivenPi } from '../../support/agents/drivenCli';
import { DRIVEN_LIMIT_MS as limitMs, useDrivenAgent } from '../../support/agents/useDrivenAgent';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';

const AGENTS = stressSize({ short: 1, long: DRIVEN_CLIS.length + 1 });

/** A model that the stand-ins do not have. */
const GONE = 'gone-model';

/** Names for which a CLI asks first, and what it then shows; Enter agrees. */
const ASKED: Readonly<Record<string, { readonly model: string; readonly shows: RegExp }>> = {
  claude: { model: 'opus', shows: /❯ 1\. Yes, switch to/ },
  pi: { model: 'stand-in-', shows: /Model Name: stand-in-2/ },
};

describe('changing the model', function () {
  this.timeout(120_000);
  before(() => buildHookHelper());

  for (const Cli of [...DRIVEN_CLIS, DrivenPi].slice(0, AGENTS)) {
    const cli = new Cli();
    describe(`of the real ${cli.providerId}`, () => {
      const agent = useDrivenAgent(cli);
      const { text } = agent;
      const change = (model: string, onAsk?: () => void) =>
        agent.core.modelChanger.change(agent.id, model, onAsk);

      async function leaveMenu(): Promise<void> {
        agent.write('\x1b');
        await waitFor(async () => !/No matching models/.test(await text()), {
          limitMs,
          what: 'the end of the menu',
        });
      }

      it('is accepted for the models that the CLI lists, and reported', async () => {
        const list = await agent.core.models.list(cli.providerId);
        assert.ok(list.kind === 'known');
        const model = list.models.at(-1)?.id ?? '';
        assert.equal(await change(model), 'changed', await text());
      });

      it('fails for a model that is gone, with what the CLI reports', async () => {
        const changing = change(GONE);
        await assert.rejects(changing, { code: 'BAD_REQUEST', message: new RegExp(GONE) });
        if (cli.providerId === 'pi') {
          await leaveMenu();
        }
      });

      it('still works after that, and the agent answers', async () => {
        const list = await agent.core.models.list(cli.providerId);
        assert.ok(list.kind === 'known');
        assert.equal(await change(list.models.at(-2)?.id ?? ''), 'changed', await text());
        // The stand-in answers each CLI in another way once it has a known model.
        const { response } = await agent.core.driver.ask(agent.id, 'hello', { timeoutMs: limitMs });
        assert.match(response, /stand-in/i);
      });

      const asked = ASKED[cli.providerId];
      if (asked) {
        it('waits for the person if the CLI asks first', async () => {
          let hasAsked = false;
          const changing = change(asked.model, () => (hasAsked = true));
          await waitFor(() => hasAsked, { limitMs, what: 'the question' });
          assert.match(await text(), asked.shows);
          agent.write('\r');
          assert.equal(await changing, 'changed', await text());
        });
      }
    });
  }
});
