import assert from 'node:assert/strict';
import { RemoteSession } from '../../../../src/client/session/remoteSession';
import { ManualClock } from '../../../support/manualClock';

const RESULT = { response: 'yes', ms: 1, endedBy: 'hook' } as const;

describe('the handle of a session', () => {
  it('asks the agent of its session until it is detached', async () => {
    const session = new RemoteSession(
      'ada-main-x',
      {},
      {
        openSocket: () => ({ bufferedBytes: 0, send() {}, close() {} }),
        clock: new ManualClock(),
        asking: {
          ask: () => Promise.resolve(RESULT),
          async *askStream() {
            await Promise.resolve();
            yield 'ye';
            return RESULT;
          },
        },
      },
    );
    assert.equal(await session.ask('well?'), RESULT);
    const answering = session.askStream('well?');
    assert.equal((await answering.next()).value, 'ye');
    assert.deepEqual(await answering.next(), { done: true, value: RESULT });
    session.detach();
    await assert.rejects(session.ask('well?'), { code: 'DETACHED' });
    await assert.rejects(session.askStream('well?').next(), { code: 'DETACHED' });
  });
});
