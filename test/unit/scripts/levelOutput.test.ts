import assert from 'node:assert/strict';
import { LevelOutput } from '../../../scripts/lib/levels/levelOutput.mjs';

describe('LevelOutput', () => {
  let written: string;
  let output: LevelOutput;

  beforeEach(() => {
    written = '';
    output = new LevelOutput((text) => {
      written += text;
    });
  });

  const takeWritten = () => {
    const text = written;
    written = '';
    return text;
  };

  it('prints the output of the first level at once, in whole lines', () => {
    output.begin('one');
    output.add('one', 'a\nb');
    assert.equal(takeWritten(), '\n=== one\na\n');
    output.add('one', 'c\n');
    assert.equal(takeWritten(), 'bc\n');
  });

  it('prints another level as a block when it ends, and names the first again', () => {
    output.begin('one');
    output.begin('two');
    output.add('one', 'a\nhalf');
    output.add('two', 'x\n');
    output.add('two', 'y');
    assert.equal(takeWritten(), '\n=== one\na\n');
    output.end('two');
    assert.equal(takeWritten(), '\n=== two\nx\ny\n');
    output.add('one', ' b\n');
    assert.equal(takeWritten(), '\n=== one\nhalf b\n');
  });

  it('prints the output of the next level after the first one has ended', () => {
    output.begin('one');
    output.begin('two');
    output.add('two', 'x\n');
    output.add('one', 'last');
    output.end('one');
    assert.equal(takeWritten(), '\n=== one\nlast\n\n=== two\nx\n');
    output.add('two', 'y\n');
    assert.equal(takeWritten(), 'y\n');
  });

  it('names a level that printed nothing', () => {
    output.begin('one');
    output.end('one');
    assert.equal(takeWritten(), '\n=== one\n');
  });
});
