import assert from 'node:assert/strict';
import { OutputRing } from '../../../src/pty/outputRing';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = (data: Uint8Array): string => Buffer.from(data).toString();

describe('OutputRing', () => {
  it('gives back what was pushed, apart by whether it was seen', () => {
    const ring = new OutputRing();
    ring.push(bytes('seen '), true);
    ring.push(bytes('unseen '), false);
    ring.push(bytes('too'), false);
    const { seen, unseen } = ring.replay();
    assert.deepEqual([text(seen), text(unseen)], ['seen ', 'unseen too']);
  });

  it('counts a replay as seen', () => {
    const ring = new OutputRing();
    ring.push(bytes('once'), false);
    ring.replay();
    const { seen, unseen } = ring.replay();
    assert.deepEqual([text(seen), text(unseen)], ['once', '']);
  });

  it('keeps no more than its limit, and begins at the start of a line', () => {
    const ring = new OutputRing(10);
    for (const line of ['first\n', 'second\n', 'third\n', 'four\n']) {
      ring.push(bytes(line), false);
    }
    assert.equal(text(ring.replay().unseen), 'four\n');
  });

  it('keeps the end of a line that is longer than the limit', () => {
    const ring = new OutputRing(4);
    ring.push(bytes('abcdefghij'), false);
    assert.equal(text(ring.replay().unseen), 'ghij');
  });

  it('does not grow with a flood', () => {
    const ring = new OutputRing(1000);
    const chunk = bytes('x'.repeat(99) + '\n');
    for (let i = 0; i < 10_000; i++) {
      ring.push(chunk, true);
    }
    assert.ok(ring.replay().seen.length <= 1000);
  });
});
