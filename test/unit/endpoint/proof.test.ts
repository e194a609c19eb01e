import assert from 'node:assert/strict';
import { identifyToken, NONCE, PROOF_LENGTH, prove } from '../../../src/endpoint/proof';

describe('prove', () => {
  const REQUEST = { address: '/s', nonce: '0'.repeat(32) };

  it('differs with the token, the socket and the nonce, and is as long as documented', () => {
    const proofs = [
      prove('a', REQUEST),
      prove('b', REQUEST),
      prove('a', { ...REQUEST, address: '/t' }),
      prove('a', { ...REQUEST, nonce: '1'.repeat(32) }),
    ];
    assert.equal(new Set(proofs).size, proofs.length);
    assert.deepEqual([...new Set(proofs.map(({ length }) => length))], [PROOF_LENGTH]);
  });

  it('is what another program computes', () => {
    // printf 'agent-terminals proof\n/s\n00000000000000000000000000000000' | openssl dgst -sha256 -hmac a
    const expected = 'c927255b2c38c95eff2efff0a8e03e706a55189fa718e04a47caa383315bf5f1';
    assert.equal(prove('a', REQUEST), expected);
    assert.match(REQUEST.nonce, NONCE);
    assert.equal(identifyToken('a'), 'ca978112ca1bbdcafac231b39a23dc4d');
  });
});
