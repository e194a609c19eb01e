import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/http/apiError';
import { Authenticator } from '../../../../src/api/auth/authenticator';
import { WrongTokens } from '../../../../src/api/auth/wrongTokens';
import { ManualClock } from '../../../support/manualClock';

const ACCESS = { folder: 'all', by: 'person' } as const;

describe('Gate', () => {
  let clock: ManualClock;
  let warnings: string[];
  let gate: Authenticator;

  beforeEach(() => {
    clock = new ManualClock();
    warnings = [];
    gate = new Authenticator({
      tokens: { accessOf: (token) => (token === 'right' ? ACCESS : undefined) },
      isEnabled: () => true,
      wrongTokens: new WrongTokens({
        clock,
        logger: { warn: (message) => warnings.push(message) },
      }),
    });
  });

  function knock(authorization: string | undefined, query = ''): string {
    try {
      gate.admit({ authorization, query: new URLSearchParams(query) });
      return 'in';
    } catch (error) {
      return error instanceof ApiError ? error.code : String(error);
    }
  }

  const cases: readonly (readonly [string | undefined, string])[] = [
    ['Bearer right', 'in'],
    ['bearer   right', 'in'],
    ['Bearer wrong', 'UNAUTHORIZED'],
    ['Bearer', 'UNAUTHORIZED'],
    ['right', 'UNAUTHORIZED'],
    ['Bearer right right', 'UNAUTHORIZED'],
    ['Basic right', 'UNAUTHORIZED'],
    ['', 'UNAUTHORIZED'],
    [undefined, 'UNAUTHORIZED'],
  ];
  for (const [authorization, expected] of cases) {
    it(`answers ${JSON.stringify(authorization)} with ${expected}`, () =>
      assert.equal(knock(authorization), expected));
  }

  it('refuses any token in the address', () => {
    assert.equal(knock('Bearer right', 'token=right'), 'UNAUTHORIZED');
    assert.equal(knock('Bearer right', 'access_token='), 'UNAUTHORIZED');
  });

  it('slows who guesses down, and forgives a little at a time', () => {
    const codes = Array.from({ length: 30 }, () => knock('Bearer wrong'));
    assert.deepEqual([...new Set(codes.slice(0, 20))], ['UNAUTHORIZED']);
    assert.deepEqual([...new Set(codes.slice(20))], ['RATE_LIMITED']);
    assert.equal(knock('Bearer right'), 'in');
    clock.advance(400);
    assert.deepEqual(
      [1, 2, 3].map(() => knock('Bearer wrong')),
      ['UNAUTHORIZED', 'UNAUTHORIZED', 'RATE_LIMITED'],
    );
  });

  it('tells the log once a minute, and never the token', () => {
    Array.from({ length: 100 }, () => knock('Bearer secret'));
    clock.advance(60_000);
    knock('Bearer secret');
    assert.equal(warnings.length, 2);
    assert.ok(!warnings.join().includes('secret'));
  });
});
