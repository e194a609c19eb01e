import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import type { Attachment, RedrawScope } from '../../../src/pty/sessionService';
import { MAX_VIEWERS } from '../../../src/pty/limits';
import { createPtyHandle } from '../../../src/pty/ptyHandle';
import { specOf, useSessionManager } from '../../support/useSessionManager';

describe('Viewers', () => {
  const fixture = useSessionManager();
  const { processOf, types, watch } = fixture;

  it('get the screen as it is, and all that comes after, once', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).say('one\r\n\x1b[31mtwo');
    const { seen } = await watch();
    processOf(0).say(' three');
    assert.deepEqual(seen, { drawn: 'one\ntwo', live: ' three', exits: 0 });
  });

  it('lose nothing and get nothing twice though ten come while the program floods', async () => {
    await fixture.manager.create(specOf('a', { dimensions: { cols: 20, rows: 5 } }));
    let said = 0;
    const flood = () => processOf(0).say(`${said++}\r\n`);
    const coming = Array.from({ length: 10 }, () => {
      flood();
      const viewer = watch();
      flood();
      return viewer;
    });
    flood();
    const viewers = await Promise.all(coming);
    flood();
    const all = Array.from({ length: said }, (_, number) => number);
    for (const { seen } of viewers) {
      const numbers = `${seen.drawn}\n${seen.live}`.match(/\d+/g)?.map(Number);
      assert.deepEqual(numbers, all);
    }
  });

  it('get the screen first, then as many of the rows above it as they want, then what came meanwhile', async () => {
    await fixture.manager.create(specOf('a', { dimensions: { cols: 20, rows: 2 } }));
    const lines = Array.from({ length: 50 }, (_, number) => `line ${number}\r\n`).join('');
    processOf(0).say(lines);
    const shown: (readonly string[] | null)[] = [];
    const onData = (data: string): void => {
      if (shown.push(data.match(/line \d+|now/g)) === 1) {
        processOf(0).say('now');
      }
    };
    await fixture.manager.attach('a', { scrollback: 3, onData, onExit() {} });
    const numbered = (numbers: readonly number[]) => numbers.map((n) => `line ${n}`);
    assert.deepEqual(shown, [numbered([49]), numbered([46, 47, 48, 49]), ['now']]);
  });

  it('get a screen with no rows above it once', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).say('one');
    const shown: string[] = [];
    await fixture.manager.attach('a', { onData: (data) => shown.push(data), onExit() {} });
    assert.equal(shown.length, 1);
  });

  it('get a character whole though it was split, also by their coming', async () => {
    await fixture.manager.create(specOf('a'));
    const euro = Buffer.from('€');
    processOf(0).say(euro.subarray(0, 1));
    const { seen } = await watch();
    processOf(0).say(euro.subarray(1, 2));
    processOf(0).say(euro.subarray(2));
    assert.equal(seen.live, '€');
  });

  it('are not asked again what was asked before they came', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).say('q\x1b[6n');
    await fixture.manager.attach('a', {
      onData: (data) => assert.doesNotMatch(data, /\x1b\[6n/),
      onExit() {},
    });
  });

  it('answer the program, the newest of them, and the screen where there is none', async () => {
    await fixture.manager.create(specOf('a'));
    const ask = async () => {
      processOf(0).written = '';
      processOf(0).say('\x1b[6n');
      await fixture.manager.text('a');
      return processOf(0).written;
    };
    assert.equal(await ask(), '\x1b[1;1R', 'the screen, where nobody looks');
    const older = await watch();
    const newer = await watch();
    assert.equal(await ask(), '', 'not the screen, where somebody does');
    older.attachment.write('\x1b[9;9R');
    newer.attachment.write('\x1b[1;1R');
    assert.equal(processOf(0).written, '\x1b[1;1R', 'the newest alone');
    newer.attachment.dispose();
    older.attachment.write('\x1b[2;2R');
    assert.equal(processOf(0).written, '\x1b[1;1R\x1b[2;2R', 'then the one that is left');
    older.attachment.dispose();
    assert.equal(await ask(), '\x1b[1;1R', 'then the screen again');
  });

  describe('that go with a question of the program in flight', () => {
    const goes = {
      'by leaving': (attachment: Attachment) => attachment.dispose(),
      'by falling behind': (attachment: Attachment) => attachment.fallBehind(),
      'where another comes after them': () => watch(),
    } as const;
    for (const [how, go] of Object.entries(goes)) {
      it(`leave it to the screen: ${how}`, async () => {
        await fixture.manager.create(specOf('a'));
        await watch();
        const { attachment } = await watch();
        processOf(0).say('ab\x1b[');
        processOf(0).say('6n\x1b[c');
        await go(attachment);
        await fixture.manager.text('a');
        assert.equal(processOf(0).written, '\x1b[1;3R\x1b[?1;2c');
      });
    }

    it('leave nothing that they have answered, or that never will be', async () => {
      await fixture.manager.create(specOf('a'));
      const { attachment } = await watch();
      processOf(0).say('\x1b[>0q\x1b[6n\x1b[c');
      attachment.write('\x1b[1;1R');
      attachment.write('\x1b[?1;2ckey');
      attachment.dispose();
      await fixture.manager.text('a');
      assert.equal(processOf(0).written, '\x1b[1;1R\x1b[?1;2ckey');
    });

    it('leave nothing that the program has waited for long enough', async () => {
      await fixture.manager.create(specOf('a'));
      const { attachment } = await watch();
      processOf(0).say('\x1b[6n');
      fixture.clock.advance(2001);
      attachment.dispose();
      await fixture.manager.text('a');
      assert.equal(processOf(0).written, '');
    });
  });

  it('that answer for others are heard only for what they typed in the same breath', async () => {
    await fixture.manager.create(specOf('a'));
    const older = await watch();
    const newer = await watch();
    older.attachment.write('\x1b[9;9Ry\r\x1b[?1;2c');
    newer.attachment.write('\x1b[1;1Rn');
    assert.equal(processOf(0).written, 'y\r\x1b[1;1Rn');
  });

  it('leave it to the session to say that Program Status is read', async () => {
    await fixture.manager.create(specOf('a'));
    const { attachment } = await watch();
    processOf(0).say('\x1b]7501;?\x07');
    attachment.write('\x1b]7501;?\x1b\\');
    attachment.write('a\x1b]7501;?\x07b');
    assert.equal(processOf(0).written, '\x1b]7501;?\x1b\\ab');
  });

  it('that are no terminals leave answers to others', async () => {
    await fixture.manager.create(specOf('a'));
    const { attachment } = await watch();
    const handle = createPtyHandle(fixture.manager, 'a');
    const listening = handle?.onData(() => undefined);
    await fixture.manager.text('a');
    attachment.write('\x1b[1;1R');
    handle?.write('\x1b[9;9R');
    assert.equal(processOf(0).written, '\x1b[1;1R', 'to the one that is');
    attachment.dispose();
    processOf(0).say('\x1b[6n');
    await fixture.manager.text('a');
    assert.equal(processOf(0).written, '\x1b[1;1R\x1b[1;1R', 'to the screen, where none is');
    listening?.dispose();
  });

  it('set the size by typing or by changing their own', async () => {
    await fixture.manager.create(specOf('a'));
    const small = await watch({ cols: 40, rows: 10 });
    const large = await watch({ cols: 100, rows: 40 });
    const size = () => fixture.manager.get('a')?.dimensions;
    assert.deepEqual(size(), { cols: 100, rows: 40 });
    small.attachment.write('x');
    assert.deepEqual(size(), { cols: 40, rows: 10 });
    large.attachment.resize({ cols: 90, rows: 30 });
    assert.deepEqual(size(), { cols: 90, rows: 30 });
  });

  it('leave the size alone where only their terminal answers', async () => {
    await fixture.manager.create(specOf('a'));
    const small = await watch({ cols: 40, rows: 10 });
    const large = await watch({ cols: 100, rows: 40 });
    small.attachment.write('x');
    large.attachment.write('\x1b[1;1R');
    assert.equal(processOf(0).written, 'x\x1b[1;1R');
    assert.deepEqual(fixture.manager.get('a')?.dimensions, { cols: 40, rows: 10 });
  });

  it('are drawn at the size that they come with, though sizes come in a storm', async () => {
    await fixture.manager.create(specOf('a'));
    for (let cols = 1; cols <= 100; cols++) {
      fixture.manager.resize('a', { cols, rows: 10 });
    }
    await watch({ cols: 90, rows: 30 });
    assert.deepEqual(fixture.manager.get('a')?.dimensions, { cols: 90, rows: 30 });
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
    processOf(0).say('for ');
    processOf(0).say('all');
    processOf(0).end(0);
    assert.deepEqual([seen.live, seen.exits], ['for all', 1]);
    assert.ok(types().includes('exit'));
    assert.deepEqual(
      fixture.complaints,
      ['A viewer of a failed; what else fails there is not told.'],
      'once, however much there was to fail on',
    );
  });

  it('leave nothing behind when they go', async () => {
    await fixture.manager.create(specOf('a'));
    let detached = 0;
    for (let i = 0; i < 200; i++) {
      const { attachment } = await watch();
      attachment.dispose();
      detached += fixture.manager.get('a')?.attachedCount === 0 ? 1 : 0;
    }
    assert.equal(detached, 200);
  });

  it('are no more than their limit, and make room by leaving', async () => {
    await fixture.manager.create(specOf('a'));
    const one = await watch();
    for (let count = 1; count < MAX_VIEWERS; count++) {
      await watch();
    }
    await fixture.rejects(watch(), 'ILLEGAL_STATE');
    one.attachment.dispose();
    await watch();
    assert.equal(fixture.manager.get('a')?.attachedCount, MAX_VIEWERS);
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
    assert.deepEqual(seen, { drawn: 'last words', live: '', exits: 1 });
  });

  describe('that fell behind', () => {
    /** One whose redraws are noted among its output, in their order. */
    async function behind(asked = '') {
      const shown: string[] = [];
      const attachment = await fixture.manager.attach('a', {
        onData: (data) => shown.push(data),
        onExit: () => shown.push('[exit]'),
      });
      processOf(0).say(asked);
      attachment.fallBehind();
      shown.length = 0;
      const redraw = (scope: RedrawScope) =>
        new Promise<void>((resolve) => {
          attachment.redraw(scope, (screen) => {
            shown.push(`[${screen.includes('row 1 ') ? 'with' : 'without'} history]`);
            resolve();
          });
        });
      return { attachment, shown, redraw };
    }

    it('are drawn whole between what came before and what comes after', async () => {
      await fixture.manager.create(specOf('a', { dimensions: { cols: 20, rows: 2 } }));
      processOf(0).say('row 1 \r\nrow 2 \r\nrow 3 ');
      const { shown, redraw } = await behind();
      processOf(0).say('before');
      const drawn = redraw('all');
      processOf(0).say('after');
      await drawn;
      await fixture.settle();
      processOf(0).say('later');
      assert.deepEqual(shown, ['before', '[with history]', 'after', 'later']);
    });

    it('see the screen alone if they like, and stay behind', async () => {
      await fixture.manager.create(specOf('a', { dimensions: { cols: 20, rows: 2 } }));
      processOf(0).say('row 1 \r\nrow 2 \r\nrow 3 ');
      const { shown, redraw } = await behind();
      await redraw('screen');
      processOf(0).say('\x1b[6n');
      await fixture.manager.text('a');
      assert.equal(shown[0], '[without history]');
      assert.equal(processOf(0).written, '\x1b[2;7R', 'the screen answers');
    });

    it('answer the program again once they are whole', async () => {
      await fixture.manager.create(specOf('a'));
      const older = await watch();
      const { attachment, redraw } = await behind();
      attachment.write('\x1b[9;9R');
      older.attachment.write('\x1b[1;1R');
      assert.equal(processOf(0).written, '\x1b[1;1R', 'the one that is whole');
      await redraw('all');
      older.attachment.write('\x1b[9;9R');
      attachment.write('\x1b[2;2R');
      assert.equal(processOf(0).written, '\x1b[1;1R\x1b[2;2R');
    });

    it('leave what they were asked and did not show to the screen, which answers as it is then', async () => {
      await fixture.manager.create(specOf('a'));
      await watch();
      await behind('te\x1b[6nxt\x1b]11;?\x07\x1b[c\x1b]0;half a ti');
      await fixture.manager.text('a');
      assert.equal(processOf(0).written, '\x1b[1;5R\x1b]11;rgb:1f1f/1f1f/1f1f\x1b\\\x1b[?1;2c');
      processOf(0).say('tle\x07 more');
      assert.equal(await fixture.manager.text('a'), 'text more');
    });

    it('leave nothing to the screen where another is asked', async () => {
      await fixture.manager.create(specOf('a'));
      const older = await watch();
      await watch();
      processOf(0).say('\x1b[6n');
      older.attachment.fallBehind();
      await fixture.manager.text('a');
      assert.equal(processOf(0).written, '');
    });

    it('are drawn after the exit too, and hear of it once', async () => {
      await fixture.manager.create(specOf('a'));
      const { shown, redraw } = await behind();
      processOf(0).end(0);
      await redraw('all');
      await fixture.settle();
      assert.deepEqual(shown, ['[exit]', '[without history]']);
    });

    it('get nothing more of a session that is gone', async () => {
      await fixture.manager.create(specOf('a'));
      const { attachment, shown } = await behind();
      attachment.redraw('all', () => shown.push('[drawn]'));
      await fixture.manager.kill('a');
      await fixture.settle();
      assert.ok(!shown.includes('[drawn]'));
    });
  });
});
