import assert from 'node:assert/strict';
import { SessionTokens } from '../../../../src/api/auth/sessionTokens';

describe('SessionTokens', () => {
  const ID = 'ada-main-1';
  let tokens: SessionTokens;

  beforeEach(() => {
    tokens = new SessionTokens();
  });

  const start = (id = ID): string => {
    const token = tokens.issue(id);
    tokens.begin(id);
    return token;
  };

  it('issues one token for all plans of a start, valid before and after it begins', () => {
    const token = tokens.issue(ID);
    assert.match(token, /^[\w-]{43}$/);
    assert.equal(tokens.issue(ID), token);
    assert.equal(tokens.match(ID, token), 'own');
    tokens.begin(ID);
    assert.equal(tokens.match(ID, token), 'own');
    assert.deepEqual(tokens.all(), [token]);
  });

  it('distinguishes the sessions of a token', () => {
    const [own, other] = [start(), start('ada-chat-2')];
    assert.deepEqual(
      [tokens.match(ID, own), tokens.match(ID, other), tokens.match(ID, 'x'), tokens.match(ID, '')],
      ['own', 'others', 'unknown', 'unknown'],
    );
    assert.equal(tokens.sessionOf(other), 'ada-chat-2');
  });

  it('keeps the token of a running session valid while its restart is planned, but not after its end', () => {
    const first = start();
    const second = tokens.issue(ID);
    assert.notEqual(second, first);
    assert.equal(tokens.newest(ID), second);
    assert.deepEqual([tokens.match(ID, first), tokens.match(ID, second)], ['own', 'own']);
    assert.equal(tokens.end(ID), true);
    tokens.begin(ID);
    assert.deepEqual([tokens.match(ID, first), tokens.match(ID, second)], ['unknown', 'own']);
  });

  it('is empty after the end of a session without another start', () => {
    const token = start();
    assert.equal(tokens.end(ID), false);
    assert.deepEqual([tokens.match(ID, token), tokens.newest(ID)], ['unknown', undefined]);
    assert.deepEqual(tokens.all(), []);
  });

  it('revokes the token of an abandoned start, but not that of the running session', () => {
    const never = tokens.issue(ID);
    tokens.abandon(ID);
    assert.deepEqual([tokens.match(ID, never), tokens.all()], ['unknown', []]);
    const running = start();
    const restart = tokens.issue(ID);
    tokens.abandon(ID);
    assert.equal(tokens.match(ID, restart), 'unknown');
    assert.deepEqual([tokens.newest(ID), tokens.all()], [running, [running]]);
    tokens.abandon('unknown-main-1');
  });

  it('gives a restart no token if it may have none', () => {
    const token = start();
    tokens.issueNone(ID);
    assert.equal(tokens.newest(ID), undefined);
    assert.equal(tokens.match(ID, token), 'own');
    tokens.end(ID);
    tokens.begin(ID);
    assert.deepEqual(tokens.all(), []);
  });

  it('keeps the token that an earlier window issued', () => {
    tokens.keep(ID, 'of an earlier window');
    assert.equal(tokens.match(ID, 'of an earlier window'), 'own');
    tokens.begin(ID);
    assert.equal(tokens.newest(ID), 'of an earlier window');
    tokens.forget(ID);
    assert.equal(tokens.match(ID, 'of an earlier window'), 'unknown');
  });
});
