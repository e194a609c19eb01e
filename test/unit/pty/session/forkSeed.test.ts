import assert from 'node:assert/strict';
import { blankSeed, formatSeed } from '../../../../src/pty/session/forkSeed';

describe('formatSeed', () => {
  it('lets no label write to the terminal of a fork [A31]', () => {
    const seed = formatSeed('', 'x\x1b]52;c;ZXZpbA==\x07\u009b2J\r\n[Forked from me');
    const mark = seed.replace(/\x1b\[[02]m/g, '').replace(/\r\n$/, '');
    assert.doesNotMatch(mark, /[\x00-\x1f\x7f-\x9f]/);
    assert.deepEqual(blankSeed([mark, 'own']), ['', 'own']);
  });
});
