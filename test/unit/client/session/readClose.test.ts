import assert from 'node:assert/strict';
import { ClientError } from '../../../../src/client/clientError';
import { readClose, readRefusal } from '../../../../src/client/session/readClose';

describe('a refusal to attach', () => {
  for (const [kind, codes] of [
    ['transient', ['MOVED', 'UNREACHABLE', 'NO_WINDOW', 'TIMEOUT', 'RATE_LIMITED']],
    ['final', ['SESSION_NOT_FOUND', 'SESSION_EXITED', 'NOT_FOUND', 'UNAUTHORIZED', 'NOT_ALLOWED']],
  ] as const) {
    for (const code of codes) {
      it(`is ${kind} for ${code}, with the error`, () => {
        const error = new ClientError(code, 'Refused.');
        const meaning = readRefusal(error);
        const outcome = meaning.kind === 'transient' ? meaning : meaning.end;
        assert.deepEqual([meaning.kind, 'error' in outcome && outcome.error], [kind, error]);
      });
    }
  }
});

describe('a close', () => {
  for (const [code, reason, expected] of [
    [1000, 'exit', 'final exit'],
    [1000, 'kill', 'final kill'],
    [1000, 'detach', 'final detach'],
    [1000, '', 'transient UNREACHABLE'],
    [1006, '', 'transient UNREACHABLE'],
    [1008, 'RATE_LIMITED', 'final policy RATE_LIMITED'],
    [1008, '', 'final policy POLICY'],
    [1011, 'INTERNAL', 'transient UNREACHABLE'],
    [1011, 'SESSION_EXITED', 'final refused SESSION_EXITED'],
    [1011, 'SESSION_NOT_FOUND', 'final refused SESSION_NOT_FOUND'],
  ] as const) {
    it(`with ${code} ${reason || 'and no reason'} is ${expected}`, () => {
      const meaning = readClose(code, reason, undefined);
      const outcome = meaning.kind === 'transient' ? meaning : meaning.end;
      const words = [
        meaning.kind,
        'reason' in outcome && outcome.reason,
        'error' in outcome && outcome.error.code,
      ];
      assert.equal(words.filter(Boolean).join(' '), expected);
    });
  }

  it('for an unknown reason is final if the exit was reported before', () => {
    const end = { reason: 'exit', exitCode: 3 };
    assert.deepEqual(readClose(1006, '', 3), { kind: 'final', end });
  });
});
