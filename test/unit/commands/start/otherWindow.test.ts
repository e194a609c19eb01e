import assert from 'node:assert/strict';
import { OwnedElsewhereError } from '../../../../src/ownership/sessionHandover';
import { SessionError } from '../../../../src/base/errors';
import { takeOverSession } from '../../../../src/commands/start/otherWindow';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import type { HandoverTerms } from '../../../../src/ownership/windowFile';
import { sessionInfo } from '../../../support/pty/fakeSessions';

const SESSION = sessionInfo({ persistence: 'host' });

describe('takeOverSession', () => {
  /** The terms of each hand-over and the messages of the questions, in order. */
  let seen: string[];
  let runs = true;
  let answer: 'Continue Here' | undefined;
  let takeOver: (terms: HandoverTerms) => SessionInfo | undefined;

  beforeEach(() => {
    seen = [];
    runs = true;
    answer = 'Continue Here';
    takeOver = () => SESSION;
  });

  const take = () =>
    takeOverSession(
      {
        reconnector: {
          isFoundElsewhere: () => Promise.resolve(runs),
          takeOver: (_: string, terms: HandoverTerms) => {
            seen.push(terms);
            return Promise.resolve().then(() => takeOver(terms));
          },
        },
        busy: (_, work) => work(),
        questions: {
          ask: <T extends string>({
            message,
            answers,
          }: {
            message: string;
            answers: readonly T[];
          }) => {
            seen.push(message);
            return Promise.resolve(answers.find((one) => one === answer));
          },
        },
      },
      { sessionId: SESSION.id, label: 'Ada', session: undefined, task: undefined },
    );

  const ifWatched = (terms: HandoverTerms): SessionInfo => {
    if (terms === 'ifAbandoned') {
      throw new OwnedElsewhereError('Ada');
    }
    return SESSION;
  };

  it('takes a session from an abandoned window without a question', async () => {
    assert.equal(await take(), SESSION);
    assert.deepEqual(seen, ['ifAbandoned']);
  });

  it('takes a session from a watched window after the person confirms', async () => {
    takeOver = ifWatched;
    assert.equal(await take(), SESSION);
    assert.deepEqual(seen, ['ifAbandoned', 'Ada runs in another window. Continue here?', 'always']);
  });

  it('leaves the session in a watched window if the person declines', async () => {
    takeOver = ifWatched;
    answer = undefined;
    assert.equal(await take(), 'declined');
    assert.equal(seen.includes('always'), false);
  });

  it('returns notRunning if the session does not run, or has ended meanwhile', async () => {
    runs = false;
    assert.equal(await take(), 'notRunning');
    assert.deepEqual(seen, []);
    runs = true;
    takeOver = () => undefined;
    assert.equal(await take(), 'notRunning');
  });

  it('rejects with the error of the hand-over', async () => {
    takeOver = () => {
      throw new SessionError('ILLEGAL_STATE', 'The other window has not answered.');
    };
    await assert.rejects(take(), /has not answered/);
    assert.deepEqual(seen, ['ifAbandoned']);
  });
});
