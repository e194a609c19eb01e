import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/operations/apiError';
import { Authenticator } from '../../../../src/api/auth/authenticator';
import { WrongTokens } from '../../../../src/api/auth/wrongTokens';
import { ManualClock } from '../../../support/manualClock';

const ACCESS = { folder: 'all', by: 'person' } as const;

describe('Authenticator', () => {
  let clock: ManualClock;
  let warnings: string[];
  let authenticator: Authenticator;

  beforeEach(() => {
    clock = new ManualClock();
    warnings = [];
    authenticator = new Authenticator({
      tokens: { accessOf: (token) => (token === 'right' ? ACCESS : undefined) },
      isEnabled: () => true,
      wrongTokens: new WrongTokens({
        clock,
        logger: { warn: (message) => warnings.push(message) },
      }),
    });
  });

  function admit(authorization: string | undefined, query = ''): string {
    try {
      authenticator.admit({ authorization, query: new URLSearchParams(query) });
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
      assert.equal(admit(authorization), expected));
  }

  it('refuses any token in the address', () => {
    assert.equal(admit('Bearer right', 'token=right'), 'UNAUTHORIZED');
    assert.equal(admit('Bearer right', 'access_token='), 'UNAUTHORIZED');
  });

  it('limits the rate of wrong tokens, and allows more again with time', () => {
    const codes = Array.from({ length: 30 }, () => admit('Bearer wrong'));
    assert.deepEqual([...new Set(codes.slice(0, 20))], ['UNAUTHORIZED']);
    assert.deepEqual([...new Set(codes.slice(20))], ['RATE_LIMITED']);
    assert.equal(admit('Bearer right'), 'in');
    clock.advance(400);
    assert.deepEqual(
      [1, 2, 3].map(() => admit('Bearer wrong')),
      ['UNAUTHORIZED', 'UNAUTHORIZED', 'RATE_LIMITED'],
    );
  });

  it('logs once a minute, and never the token', () => {
    Array.from({ length: 100 }, () => admit('Bearer secret'));
    clock.advance(60_000);
    admit('Bearer secret');
    assert.equal(warnings.length, 2);
    assert.ok(!warnings.join().includes('secret'));
  });
});
