import assert from 'node:assert/strict';
import { prepareStart } from '../../../../src/commands/start/startAgent';
import { CommandWorld } from '../../../support/views/commandWorld';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ScriptedQuestions } from '../../../support/agents/scriptedQuestions';

const SIZE = { cols: 80, rows: 24 };

describe('the trust option of a start', () => {
  const ARGS = { task: 'Fix it', provider: 'ada' };

  /** Starts an agent with these answers; `before` holds the events before the launch. */
  async function start(
    args: { readonly trust?: boolean; readonly autoApprove?: boolean },
    ...answers: (string | undefined)[]
  ) {
    const questions = new ScriptedQuestions(...answers);
    const { deps, events, requests } = new CommandWorld({ questions });
    const launch = () => Promise.resolve(sessionInfo({ id: 'ada-main-t9' }));
    const prepareAgent: typeof deps.launcher.prepareAgent = async (request) => ({
      ...(await deps.launcher.prepareAgent(request)),
      launch,
    });
    const launcher = { ...deps.launcher, prepareAgent };
    const prepared = await prepareStart(
      { ...deps, launcher },
      { ...ARGS, ...args },
      { conversation: 'auto' },
    );
    const before = [...events];
    await prepared?.launch(SIZE);
    return { before, events, requests, asked: questions.asked };
  }

  const CASES = [
    ['Start and Trust', 1, ['trust ada-main-t9']],
    ['Start Normally', 1, []],
    [undefined, 0, []],
  ] as const;
  for (const [answer, starts, expected] of CASES) {
    it(`applies after the launch if the person confirms it: ${answer ?? 'dismissed'}`, async () => {
      const { before, events, requests, asked } = await start({ trust: true }, answer);
      assert.match(asked[0]?.message ?? '', /^Start Ada in app and answer/);
      assert.deepEqual([before, events, requests.length], [[], expected, starts]);
    });
  }

  it('is neither applied nor asked about if it is missing or false', async () => {
    for (const args of [{}, { trust: false }]) {
      const { events, asked } = await start(args);
      assert.deepEqual([events, asked], [[], []]);
    }
  });

  it('does not include auto-approval', async () => {
    const both = { trust: true, autoApprove: true };
    const { events, requests } = await start(both, 'Start and Trust', 'Start Normally');
    assert.deepEqual(events, ['trust ada-main-t9']);
    assert.equal(requests[0]?.options.autoApprove, false);
  });
});
