import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { StartReservations } from '../../../../src/agents/start/startReservations';
import type { Task } from '../../../../src/tasks/task';

const TASK: Task = {
  ...{ id: 't1', name: 'Task', folder: 'file:///f', cwd: '/f', createdAt: '' },
  conversations: [],
};
const RESERVATION = { ptyId: 'claude-main-t1', task: TASK, label: 'Claude' };

describe('StartReservations', () => {
  let abandoned: string[] = [];
  let isRead = false;

  beforeEach(() => {
    abandoned = [];
    isRead = false;
  });

  const create = () =>
    new StartReservations({
      sessions: { get: () => undefined, getOther: () => undefined },
      leases: {
        isOwnedElsewhere: () => isRead,
        readOthers: () => {
          isRead = true;
          return Promise.resolve([]);
        },
      },
      guard: { require: () => undefined },
      hooks: { abandon: (ptyId) => void abandoned.push(ptyId) },
    });

  async function reserved(): Promise<StartReservations> {
    const reservations = create();
    await reservations.reserve(RESERVATION, () => Promise.resolve());
    assert.equal(reservations.isTaken(RESERVATION.ptyId), true);
    return reservations;
  }

  it('read what other windows have claimed since the last read', async () => {
    const reservations = create();
    assert.equal(reservations.isTaken(RESERVATION.ptyId), false);
    assert.equal(await reservations.isOwnedElsewhere(RESERVATION.ptyId), true);
  });

  it('give a prompt until the launch', async () => {
    const reservations = create();
    const { ptyId } = RESERVATION;
    const reservation = { ...RESERVATION, options: { prompt: 'go' } };
    await reservations.reserve(reservation, () => Promise.resolve());
    assert.equal(reservations.givesPrompt(ptyId), true);
    await reservations.launch(reservation, () => Promise.resolve());
    assert.equal(reservations.givesPrompt(ptyId), false);
    assert.equal((await reserved()).givesPrompt(ptyId), false);
  });

  it('end with a launch that succeeds', async () => {
    const reservations = await reserved();
    assert.equal(await reservations.launch(RESERVATION, () => Promise.resolve(7)), 7);
    assert.deepEqual([reservations.list(), abandoned], [[], []]);
  });

  for (const [code, isAbandoned] of [
    ['SPAWN_FAILED', true],
    // A session host that did not answer in time may still create the session.
    ['TIMEOUT', false],
  ] as const) {
    it(`end with a launch that fails with ${code}, ${isAbandoned ? 'which revokes' : 'and keep'} its tokens`, async () => {
      const reservations = await reserved();
      const error = new SessionError(code, 'It failed.');
      await assert.rejects(
        reservations.launch(RESERVATION, () => Promise.reject(error)),
        error,
      );
      assert.deepEqual(reservations.list(), []);
      assert.deepEqual(abandoned, isAbandoned ? [RESERVATION.ptyId] : []);
    });
  }
});
