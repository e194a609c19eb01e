import assert from 'node:assert/strict';
import { yieldNew } from '../../../../src/base/text/newText';

interface Seen {
  readonly parts: readonly string[];
  readonly response: string;
}

/** The parts of an answer that grows by `texts` and is then `response`. */
async function read(texts: readonly string[], response: string): Promise<Seen> {
  async function* grow() {
    await Promise.resolve();
    yield* texts;
    return { response };
  }
  const parts: string[] = [];
  const growing = yieldNew(grow());
  let next = await growing.next();
  for (; !next.done; next = await growing.next()) {
    parts.push(next.value);
  }
  return { parts, response: next.value.response };
}

describe('yieldNew', () => {
  it('yields whole lines as they appear, and at last the rest', async () => {
    assert.deepEqual(await read(['o', 'one', 'one\nt', 'one\ntwo\nth'], 'one\ntwo\nthree'), {
      parts: ['one\n', 'two\n', 'three'],
      response: 'one\ntwo\nthree',
    });
  });

  it('yields a line by its words, and nothing for an empty answer', async () => {
    assert.deepEqual((await read(['a', 'a b', 'a b'], 'a b.')).parts, ['a ', 'b.']);
    assert.deepEqual((await read(['a b c', 'a b c\nd e'], 'a b c\nd e f')).parts, [
      'a b ',
      'c\nd ',
      'e f',
    ]);
    assert.deepEqual((await read([], 'all at once\nhere')).parts, ['all at once\nhere']);
    assert.deepEqual((await read([], '')).parts, []);
  });

  it('skips the rest of a line that is redrawn while it is written', async () => {
    const { parts } = await read(['**very bold', 'very bold\nnext'], 'very bold\nnext');
    assert.deepEqual(parts, ['**very ', '\n', 'next']);
  });

  it('repeats no line that is redrawn later, and still yields those that follow', async () => {
    const { parts, response } = await read(
      ['**bold', '**bold**\nnext', 'bold\nnext\nlast'],
      '**bold**\nnext\nlast one',
    );
    assert.deepEqual(parts, ['**bold**\n', 'next\n', 'last']);
    assert.equal(response, '**bold**\nnext\nlast one');
  });

  it('ends the answer if its reader leaves, and passes on its error', async () => {
    let hasEnded = false;
    async function* grow() {
      await Promise.resolve();
      try {
        yield 'one\ntwo';
        throw new Error('lost');
      } finally {
        hasEnded = true;
      }
      return { response: '' };
    }
    for await (const part of yieldNew(grow())) {
      assert.equal(part, 'one\n');
      break;
    }
    assert.ok(hasEnded);
    const failing = yieldNew(grow());
    await failing.next();
    await assert.rejects(failing.next(), /lost/);
  });
});
