import assert from 'node:assert/strict';
import { join } from 'node:path';
import { isDirectory } from '../../../src/base/isDirectory';

describe('isDirectory', () => {
  it('accepts directories only', () => {
    assert.equal(isDirectory(__dirname), true);
    assert.equal(isDirectory(__filename), false);
  });

  it('returns false for a path that is missing, below a file, or too long for the system', () => {
    assert.equal(isDirectory(join(__dirname, 'missing')), false);
    assert.equal(isDirectory(join(__filename, 'below')), false);
    assert.equal(isDirectory(join(__dirname, 'x'.repeat(1_000))), false);
  });
});
