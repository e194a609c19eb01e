import assert from 'node:assert/strict';
import { Deferred } from '../../../../src/base/deferred';
import { PersonConsent } from '../../../../src/operations/access/personConsent';

const question = (message: string) => ({ message, detail: 'It asks.', answer: 'Go On' });

describe('the consent of the person', () => {
  let asked: string[];
  let offered: (readonly string[])[];
  let notices: string[];
  let answers: Deferred<boolean>[];
  let consent: PersonConsent;
  let end: AbortController;

  beforeEach(() => {
    asked = [];
    offered = [];
    notices = [];
    answers = [];
    consent = new PersonConsent();
    end = new AbortController();
  });

  const showNotice = (notice: string): void => void notices.push(notice);

  const register = () =>
    consent.register({
      ask: async ({ answers: all, message }) => {
        const answer = new Deferred<boolean>();
        asked.push(message);
        offered.push(all);
        answers.push(answer);
        return (await answer.promise) ? 'Go On' : 'Do Not Go On';
      },
      showNotice,
    });

  const request = (message: string, signal = new AbortController().signal) =>
    consent.require(question(message), signal);

  it('is asked for in one question after another', async () => {
    register();
    const first = request('First?');
    const second = request('Second?');
    await Promise.resolve();
    assert.deepEqual(asked, ['First?']);
    answers[0]?.resolve(true);
    await first;
    assert.deepEqual(asked, ['First?', 'Second?']);
    answers[1]?.resolve(false);
    await assert.rejects(second, { code: 'ILLEGAL_STATE', message: /has declined/ });
  });

  it('is refused without a window, also after it has closed', async () => {
    const refused = { code: 'ILLEGAL_STATE', message: /needs a window of VS Code/ };
    await assert.rejects(request('First?'), refused);
    register().dispose();
    await assert.rejects(request('Second?'), refused);
    assert.throws(() => consent.requireWindow(), refused);
    assert.deepEqual(asked, []);
  });

  it('does not count once the call is aborted, nor is then asked for', async () => {
    register();
    const open = request('First?', end.signal);
    const waiting = request('Second?', end.signal);
    await Promise.resolve();
    end.abort(new Error('The caller has left.'));
    await assert.rejects(open, /The caller has left/);
    answers[0]?.resolve(true);
    await assert.rejects(waiting, /The caller has left/);
    const third = request('Third?');
    await new Promise(setImmediate);
    answers[1]?.resolve(true);
    await third;
    assert.deepEqual(asked, ['First?', 'Third?']);
  });

  it('is not the default answer, and is not given by closing the question', async () => {
    register();
    const open = request('First?');
    await Promise.resolve();
    assert.deepEqual(offered, [['Do Not Go On', 'Go On']]);
    answers[0]?.resolve(false);
    await assert.rejects(open, /has declined/);
    consent.register({ ask: () => Promise.resolve(undefined), showNotice });
    await assert.rejects(request('Second?'), /has declined/);
  });

  it('is answered with a notice if the call was aborted before', async () => {
    register();
    for (const [index, isConsenting] of [true, false].entries()) {
      const leaving = new AbortController();
      const open = request(`${index}?`, leaving.signal);
      await new Promise(setImmediate);
      leaving.abort(new Error('The caller has left.'));
      await assert.rejects(open, /The caller has left/);
      assert.equal(notices.length, index);
      answers[index]?.resolve(isConsenting);
      await new Promise(setImmediate);
    }
    assert.deepEqual(notices, [
      '0? Nothing was done, because the program that asked for it has left.',
    ]);
  });

  it('does not count if the call is aborted by the time of the answer', async () => {
    consent.register({
      ask: () => {
        end.abort(new Error('The caller has left.'));
        return Promise.resolve('Go On');
      },
      showNotice,
    });
    await assert.rejects(request('First?', end.signal), /The caller has left/);
    assert.equal(notices.length, 1);
  });
});
