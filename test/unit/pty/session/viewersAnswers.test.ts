import assert from 'node:assert/strict';
import { createPtyHandle } from '../../../../src/pty/session/ptyHandle';
import { requireSession } from '../../../../src/pty/sessionBackend';
import type { Attachment } from '../../../../src/pty/sessionService';
import { describeSessions, specOf } from '../../../support/pty/useSessionManager';

describeSessions('Viewers, when the program sends queries,', (fixture) => {
  const { arrived, processOf, watch } = fixture;

  it('do not receive a query from before they attached', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).print('q\x1b[6n');
    await requireSession(fixture.manager, 'a').attach({
      onData: (data) => assert.doesNotMatch(data, /\x1b\[6n/),
      onExit() {},
    });
  });

  it('answer only if they are the newest, and leave answers to the screen without viewers', async () => {
    await fixture.manager.create(specOf('a'));
    const ask = async () => {
      await arrived();
      processOf(0).written = '';
      processOf(0).print('\x1b[6n');
      await requireSession(fixture.manager, 'a').text();
      return processOf(0).written;
    };
    await arrived();
    assert.equal(await ask(), '\x1b[1;1R', 'the screen answers without viewers');
    const older = await watch();
    const newer = await watch();
    await arrived();
    assert.equal(await ask(), '', 'the screen does not answer with viewers');
    older.attachment.write('\x1b[9;9R');
    newer.attachment.write('\x1b[1;1R');
    await arrived();
    assert.equal(processOf(0).written, '\x1b[1;1R', 'only the newest viewer answers');
    newer.attachment.dispose();
    older.attachment.write('\x1b[2;2R');
    await arrived();
    assert.equal(processOf(0).written, '\x1b[1;1R\x1b[2;2R', 'the remaining viewer answers');
    older.attachment.dispose();
    await arrived();
    assert.equal(await ask(), '\x1b[1;1R', 'the screen answers again');
  });

  describe('that stop answering with a query in flight', () => {
    const goes = {
      'they detach': (attachment: Attachment) => attachment.dispose(),
      'they fall behind': (attachment: Attachment) => attachment.fallBehind(),
      'another one attaches': () => watch(),
    } as const;
    for (const [how, go] of Object.entries(goes)) {
      it(`leave the query to the screen: ${how}`, async () => {
        await fixture.manager.create(specOf('a'));
        await watch();
        const { attachment } = await watch();
        await arrived();
        processOf(0).print('ab\x1b[');
        processOf(0).print('6n\x1b[c');
        await go(attachment);
        await requireSession(fixture.manager, 'a').text();
        await arrived();
        assert.equal(processOf(0).written, '\x1b[1;3R\x1b[?1;2c');
      });
    }

    it('leave no query to the screen that they have answered or skipped', async () => {
      await fixture.manager.create(specOf('a'));
      const { attachment } = await watch();
      await arrived();
      processOf(0).print('\x1b[>0q\x1b[6n\x1b[c');
      attachment.write('\x1b[1;1R');
      attachment.write('\x1b[?1;2ckey');
      attachment.dispose();
      await requireSession(fixture.manager, 'a').text();
      await arrived();
      assert.equal(processOf(0).written, '\x1b[1;1R\x1b[?1;2ckey');
    });

    it('leave no query to the screen that is older than two seconds', async () => {
      await fixture.manager.create(specOf('a'));
      const { attachment } = await watch();
      await arrived();
      processOf(0).print('\x1b[6n');
      await arrived();
      fixture.clock.advance(2001);
      attachment.dispose();
      await requireSession(fixture.manager, 'a').text();
      await arrived();
      assert.equal(processOf(0).written, '');
    });
  });

  it('that are not the newest have only their answers removed from a write, not their input', async () => {
    await fixture.manager.create(specOf('a'));
    const older = await watch();
    const newer = await watch();
    older.attachment.write('\x1b[9;9Ry\r\x1b[?1;2c');
    newer.attachment.write('\x1b[1;1Rn');
    await arrived();
    assert.equal(processOf(0).written, 'y\r\x1b[1;1Rn');
  });

  it('do not answer the query for Program Status support, which the session answers', async () => {
    await fixture.manager.create(specOf('a'));
    const { attachment } = await watch();
    await arrived();
    processOf(0).print('\x1b]7501;?\x07');
    attachment.write('\x1b]7501;?\x1b\\');
    attachment.write('a\x1b]7501;?\x07b');
    await arrived();
    assert.equal(processOf(0).written, '\x1b]7501;?\x1b\\ab');
  });

  it('that are not terminals do not answer', async () => {
    await fixture.manager.create(specOf('a'));
    const { attachment } = await watch();
    const handle = createPtyHandle(fixture.manager, 'a');
    const listening = handle?.onData(() => undefined);
    await requireSession(fixture.manager, 'a').text();
    attachment.write('\x1b[1;1R');
    handle?.write('\x1b[9;9R');
    await arrived();
    assert.equal(processOf(0).written, '\x1b[1;1R', 'the terminal answers');
    attachment.dispose();
    await arrived();
    processOf(0).print('\x1b[6n');
    await requireSession(fixture.manager, 'a').text();
    await arrived();
    assert.equal(
      processOf(0).written,
      '\x1b[1;1R\x1b[1;1R',
      'the screen answers without a terminal',
    );
    listening?.dispose();
  });
});
