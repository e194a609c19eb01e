import assert from 'node:assert/strict';
import { isAlive } from '../../../src/base/isAlive';

describe('isAlive', () => {
  const kill = process.kill.bind(process);

  afterEach(() => {
    process.kill = kill;
  });

  function refuseWith(code: string): void {
    process.kill = () => {
      throw Object.assign(new Error(code), { code });
    };
  }

  it('is true for a process that runs', () => {
    assert.equal(isAlive(process.pid), true);
  });

  it("is true for another user's process, which cannot be signalled", () => {
    refuseWith('EPERM');
    assert.equal(isAlive(1), true);
  });

  it('is false if no such process exists', () => {
    refuseWith('ESRCH');
    assert.equal(isAlive(1), false);
  });
});
