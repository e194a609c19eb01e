import assert from 'node:assert/strict';
import { OwnedElsewhereError } from '../../../../src/ownership/sessionHandover';
import { SessionError } from '../../../../src/base/errors';
import { takeOverSession } from '../../../../src/commands/start/takeOverSession';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import type { HandoverTerms } from '../../../../src/ownership/windowFile';
import { sessionInfo } from '../../../support/pty/fakeSessions';

const SESSION = sessionInfo({ persistence: 'host' });

describe('takeOverSession', () => {
  /** What happens, in order. */
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

  it('asks nobody about one whose window nobody looks at', async () => {
    assert.equal(await take(), SESSION);
    assert.deepEqual(seen, ['ifAbandoned']);
  });

  it('takes one from a window that somebody looks at where the person says so', async () => {
    takeOver = ifWatched;
    assert.equal(await take(), SESSION);
    assert.deepEqual(seen, ['ifAbandoned', 'Ada runs in another window. Continue here?', 'always']);
  });

  it('leaves it there where the person does not', async () => {
    takeOver = ifWatched;
    answer = undefined;
    assert.equal(await take(), 'declined');
    assert.equal(seen.includes('always'), false);
  });

  it('says where none runs, or none does any more', async () => {
    runs = false;
    assert.equal(await take(), 'notRunning');
    assert.deepEqual(seen, []);
    runs = true;
    takeOver = () => undefined;
    assert.equal(await take(), 'notRunning');
  });

  it('says why it cannot', async () => {
    takeOver = () => {
      throw new SessionError('ILLEGAL_STATE', 'The other window has not answered.');
    };
    await assert.rejects(take(), /has not answered/);
    assert.deepEqual(seen, ['ifAbandoned']);
  });
});
