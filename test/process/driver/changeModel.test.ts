import assert from 'node:assert/strict';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { DRIVEN_CLIS, DrivenPi } from '../../support/agents/drivenCli';
import { useSharedCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';

/** The time for an answer on a busy machine, in milliseconds. */
const LIMIT_MS = 40_000;

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

  for (const Cli of [...DRIVEN_CLIS, DrivenPi]) {
    const cli = new Cli();
    describe(`of the real ${cli.providerId}`, () => {
      const fixture = useSharedCore();
      let id = '';
      before(() => cli.setUp(fixture));
      after(() => cli.tearDown());
      before(async () => {
        const { providerId } = cli;
        const prepared = await fixture.prepare({ providerId, options: {} });
        await prepared.launch({ cols: 100, rows: 30 });
        id = prepared.sessionId;
        await waitFor(() => fixture.core.status.get(id).state.kind === 'idle', {
          limitMs: LIMIT_MS,
          what: `${id} to rest`,
        });
      });

      const text = () => fixture.core.sessions.text(id);

      async function leaveMenu(): Promise<void> {
        fixture.core.sessions.write(id, '\x1b');
        await waitFor(async () => !/No matching models/.test(await text()), {
          limitMs: LIMIT_MS,
          what: 'the end of the menu',
        });
      }

      it('is accepted for the models that the CLI lists, and reported', async () => {
        const list = await fixture.core.models.list(cli.providerId);
        assert.ok(list.kind === 'known');
        const model = list.models.at(-1)?.id ?? '';
        assert.equal(await fixture.core.modelChanger.change(id, model), 'changed', await text());
      });

      it('fails for a model that is gone, with what the CLI reports', async () => {
        const changing = fixture.core.modelChanger.change(id, GONE);
        await assert.rejects(changing, { code: 'BAD_REQUEST', message: new RegExp(GONE) });
        if (cli.providerId === 'pi') {
          await leaveMenu();
        }
      });

      it('still works after that, and the agent answers', async () => {
        const list = await fixture.core.models.list(cli.providerId);
        assert.ok(list.kind === 'known');
        const changed = await fixture.core.modelChanger.change(id, list.models.at(-2)?.id ?? '');
        assert.equal(changed, 'changed', await text());
        // The stand-in answers each CLI in another way once it has a known model.
        const { response } = await fixture.core.driver.ask(id, 'hello', { timeoutMs: LIMIT_MS });
        assert.match(response, /stand-in/i);
      });

      const asked = ASKED[cli.providerId];
      if (asked) {
        it('waits for the person if the CLI asks first', async () => {
          let hasAsked = false;
          const changing = fixture.core.modelChanger.change(
            id,
            asked.model,
            () => (hasAsked = true),
          );
          await waitFor(() => hasAsked, { limitMs: LIMIT_MS, what: 'the question' });
          assert.match(await text(), asked.shows);
          fixture.core.sessions.write(id, '\r');
          assert.equal(await changing, 'changed', await text());
        });
      }
    });
  }
});
