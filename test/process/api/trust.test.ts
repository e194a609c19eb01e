import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { DRIVEN_CLIS } from '../../support/agents/drivenCli';
import { useApi } from '../../support/api/useApi';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 30_000;

const AGENTS = stressSize({ short: 1, long: DRIVEN_CLIS.length });

describe('the start option trust', function () {
  this.timeout(120_000);
  const api = useApi();

  before(() => buildHookHelper());

  for (const Cli of DRIVEN_CLIS.slice(-AGENTS)) {
    const agent = new Cli();
    const { providerId: provider } = agent;
    describe(`to the real ${provider}`, () => {
      let notices: string[] = [];

      beforeEach(async () => {
        await agent.setUp(api.fixture, 'no folder');
        // Some CLIs ask for trust only in repositories.
        execFileSync('git', ['init', '-q', api.fixture.folder]);
        notices = [];
        api.core.notices.onDidNotice((message) => void notices.push(message));
      });
      afterEach(() => agent.tearDown());

      const untilTrustQuestion = (id: string) =>
        waitFor(
          () => {
            const { state } = api.core.status.get(id);
            return state.kind === 'needsInput' && state.need === 'trust';
          },
          { limitMs: LIMIT_MS, what: `${id} to ask for trust` },
        );

      it('answers the question for the person once, and notifies them', async () => {
        const { id } = await api.create({ provider, trust: true, fresh: true });
        await waitFor(() => notices.length > 0, { limitMs: LIMIT_MS, what: 'the notification' });
        assert.deepEqual(notices, [
          `${id} was allowed to trust its folder, as its start requested.`,
        ]);
        const { response } = await api.core.driver.ask(id, 'hello', { timeoutMs: LIMIT_MS });
        assert.equal(response, 'Stand-in answer to: hello');
      });

      it('is never the default: the question stays, and no ask answers it', async () => {
        for (const more of [{}, { trust: false }]) {
          const { id } = await api.create({ provider, fresh: true, ...more });
          await untilTrustQuestion(id);
          const { code } = await api.call('POST', `/api/sessions/${id}/ask`, {
            body: { prompt: 'hello', timeoutMs: LIMIT_MS },
          });
          assert.equal(code, 'NEEDS_INPUT');
          await untilTrustQuestion(id);
          await api.core.sessions.find(id)?.kill();
        }
        assert.deepEqual(notices, []);
      });
    });
  }
});
