import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { specOf, useSessionManager } from '../../support/useSessionManager';

describe('Viewers', () => {
  const fixture = useSessionManager();
  const { processOf, types, watch } = fixture;

  it('get what was said before they came, and all after, once', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).say('before ');
    const { seen } = await watch();
    processOf(0).say('after');
    assert.equal(seen.text, 'before after');
  });

  it('get a character whole though it was split', async () => {
    await fixture.manager.create(specOf('a'));
    const { seen } = await watch();
    const euro = Buffer.from('€');
    processOf(0).say(euro.subarray(0, 1));
    processOf(0).say(euro.subarray(1));
    assert.equal(seen.text, '€');
  });

  it('are asked no question a second time, but are asked the one that nobody has had', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).say('q\x1b[6n');
    const first = await watch();
    const second = await watch();
    assert.deepEqual([first.seen.text, second.seen.text], ['q\x1b[6n', 'q']);
  });

  it('are counted, and once detached can do nothing but say how to come back', async () => {
    await fixture.manager.create(specOf('a'));
    const { attachment } = await watch();
    assert.equal(fixture.manager.get('a')?.attachedCount, 1);
    attachment.dispose();
    assert.equal(fixture.manager.get('a')?.attachedCount, 0);
    for (const use of [
      () => attachment.write('x'),
      () => attachment.resize({ cols: 1, rows: 1 }),
    ]) {
      assert.throws(
        use,
        (error) => SessionError.is(error, 'DETACHED') && error.message.includes("attach('a')"),
      );
    }
    assert.equal(processOf(0).disposed, false, 'the program runs on');
  });

  it('that throw cost neither the others nor the session anything', async () => {
    await fixture.manager.create(specOf('a'));
    const fail = () => {
      throw new Error('bad viewer');
    };
    await fixture.manager.attach('a', { onData: fail, onExit: fail });
    const { seen } = await watch();
    processOf(0).say('for all');
    processOf(0).end(0);
    assert.deepEqual(seen, { text: 'for all', exits: 1 });
    assert.ok(types().includes('exit'));
  });

  it('leave nothing behind when they go', async () => {
    await fixture.manager.create(specOf('a'));
    let detached = 0;
    for (let i = 0; i < 1000; i++) {
      const { attachment } = await watch();
      attachment.dispose();
      detached += fixture.manager.get('a')?.attachedCount === 0 ? 1 : 0;
    }
    assert.equal(detached, 1000);
  });

  it('can do nothing any more once the session is gone', async () => {
    await fixture.manager.create(specOf('a'));
    const { attachment } = await watch();
    await fixture.manager.kill('a');
    assert.throws(
      () => attachment.write('x'),
      (error) => SessionError.is(error, 'DETACHED'),
    );
  });

  it('of an exited session see its last output and hear of its exit', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).say('last words');
    processOf(0).end(1);
    const { seen } = await watch();
    assert.deepEqual(seen, { text: 'last words', exits: 1 });
  });
});
