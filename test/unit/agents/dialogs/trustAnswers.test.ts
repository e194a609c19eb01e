import assert from 'node:assert/strict';
import { TrustAnswers } from '../../../../src/agents/dialogs/trustAnswers';
import { needsInput, shownRequest, FakeStatus } from '../../../support/status/fakeStatus';
import { ManualClock } from '../../../support/manualClock';

const ADA = 'ada-main-t1';

describe('TrustAnswers', () => {
  let status: FakeStatus;
  let clock: ManualClock;
  let approved: string[];
  let notices: string[];
  let trust: TrustAnswers;

  beforeEach(() => {
    status = new FakeStatus();
    clock = new ManualClock();
    approved = [];
    notices = [];
    const approve = (id: string, shown: string) =>
      Promise.resolve(void approved.push(`${id}: ${shown}`));
    const notify = (message: string): void => void notices.push(message);
    trust = new TrustAnswers({ answers: { approve }, status, clock, notify });
  });

  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('approves the trust question of the session once, and notifies the person', async () => {
    trust.give(ADA);
    status.put(ADA, shownRequest('Run it?', 'permission'));
    status.put('bob-main-t2', shownRequest('Trust it?', 'trust'));
    assert.deepEqual(approved, []);
    status.put(ADA, shownRequest('Trust it?', 'trust'));
    status.put(ADA, { kind: 'working' });
    status.put(ADA, shownRequest('Trust it?', 'trust'));
    await settle();
    assert.deepEqual(approved, [`${ADA}: Trust it?`]);
    assert.deepEqual(notices, [`${ADA} was allowed to trust its folder, as its start requested.`]);
    assert.equal(clock.pendingTimers, 0);
  });

  it('waits for the whole dialog, and notifies the person if it is not shown', async () => {
    const request = { kind: 'partial', why: 'its screen is too small' } as const;
    trust.give(ADA);
    status.put(ADA, needsInput('Trust it?', 'trust'));
    status.put(ADA, { kind: 'needsInput', need: 'trust', question: 'Trust it?', request });
    clock.advance(2_000);
    await settle();
    assert.deepEqual(approved, []);
    assert.deepEqual(notices, [
      `${ADA} asks whether to trust its folder: answer it there, because its screen is too small.`,
    ]);
  });

  it('notifies the person if the answer fails', async () => {
    const approve = () => Promise.reject(new Error('It asks something else now.'));
    const notify = (message: string): void => void notices.push(message);
    trust = new TrustAnswers({ answers: { approve }, status, clock, notify });
    status.put(ADA, shownRequest('Trust it?', 'trust'));
    trust.give(ADA);
    await settle();
    assert.deepEqual(notices, [
      `The trust question of ${ADA} could not be answered: It asks something else now.`,
    ]);
  });

  for (const [what, end] of [
    ['a minute', () => clock.advance(60_000)],
    ['dispose', () => trust.dispose()],
  ] as const) {
    it(`answers no question after ${what}`, async () => {
      trust.give(ADA);
      end();
      status.put(ADA, shownRequest('Trust it?', 'trust'));
      await settle();
      assert.deepEqual(approved, []);
      assert.equal(clock.pendingTimers, 0);
    });
  }
});
