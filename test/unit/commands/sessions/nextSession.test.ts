import assert from 'node:assert/strict';
import {
  createNextSession,
  planNextSession,
  type NextCandidate,
} from '../../../../src/commands/sessions/nextSession';
import { CommandWorld } from '../../../support/views/commandWorld';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { likelyQuestion, needsInput, UNRECOGNISED } from '../../../support/status/fakeStatus';

describe('planNextSession', () => {
  const stop = (sessionId: string, kind: NextCandidate['kind'], since: number): NextCandidate => ({
    sessionId,
    kind,
    since,
  });
  const A = stop('a', 'needsInput', 1);
  const B = stop('b', 'needsInput', 2);
  const C = stop('c', 'done', 0);
  const D = stop('d', 'done', 0);
  const ALL = [A, B, C, D];
  type Case = readonly [
    readonly NextCandidate[],
    here: NextCandidate | undefined,
    NextCandidate | undefined,
  ];
  const CASES: readonly Case[] = [
    [ALL, undefined, A],
    [ALL, A, B],
    [ALL, B, C],
    [ALL, C, D],
    [ALL, D, A],
    [[A, B, D], C, D],
    [[A], A, A],
    [[], A, undefined],
  ];
  for (const [stops, here, next] of CASES) {
    const list = stops.map(({ sessionId }) => sessionId).join(' ');
    it(`goes from ${here?.sessionId ?? 'elsewhere'} to ${next?.sessionId ?? 'nowhere'} among ${list || 'none'}`, () =>
      assert.equal(planNextSession(stops, here), next));
  }
});

describe('nextSession', () => {
  /** Returns a function that runs the command, and marks the shown session as active and seen. */
  function tour(made: CommandWorld) {
    const next = createNextSession();
    return async (): Promise<string | undefined> => {
      const found = made.events.length;
      await next(made.deps);
      const id = /^show (\S+)/.exec(made.events[found] ?? '')?.[1];
      if (id !== undefined) {
        made.activeSessionId = id;
        made.status.markSeen(id);
      }
      return id;
    };
  }

  it('shows waiting sessions, the oldest first, then those that may wait, then finished ones, and starts over', async () => {
    const made = new CommandWorld();
    ['ada', 'bob', 'cay', 'dan', 'eve'].forEach((name) =>
      made.sessions.put(sessionInfo({ id: `${name}-main-t1` })),
    );
    made.status.put('ada-main-t1', { kind: 'done' }, { since: 1 });
    made.status.put('bob-main-t1', { kind: 'working' });
    made.status.put('cay-main-t1', needsInput('B?'), { since: 5 });
    made.status.put('dan-main-t1', needsInput('A?'), { since: 2 });
    made.status.put('eve-main-t1', likelyQuestion('C?'), { ...UNRECOGNISED, since: 0 });
    const go = tour(made);
    const visited = [await go(), await go(), await go(), await go(), await go()];
    const names = ['dan', 'cay', 'eve', 'ada', 'dan'];
    assert.deepEqual(
      visited,
      names.map((name) => `${name}-main-t1`),
    );
  });

  it('continues from the session that the person has activated', async () => {
    const made = new CommandWorld();
    ['ada', 'bob'].forEach((name, index) => {
      made.sessions.put(sessionInfo({ id: `${name}-main-t1` }));
      made.status.put(`${name}-main-t1`, needsInput('A?'), { since: index });
    });
    made.activeSessionId = 'ada-main-t1';
    assert.equal(await tour(made)(), 'bob-main-t1');
  });

  it('shows a message if no agent needs the person', async () => {
    const made = new CommandWorld();
    made.sessions.put(sessionInfo());
    await createNextSession()(made.deps);
    assert.deepEqual(made.events, [
      'info No agent needs you, and none has finished since you last looked.',
    ]);
  });
});
