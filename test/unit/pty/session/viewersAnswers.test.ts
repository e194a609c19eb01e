import assert from 'node:assert/strict';
import { createPtyHandle } from '../../../../src/pty/session/ptyHandle';
import type { Attachment } from '../../../../src/pty/sessionService';
import { describeSessions, specOf } from '../../../support/pty/useSessionManager';

describeSessions('Viewers, where the program asks,', (fixture) => {
  const { arrived, processOf, watch } = fixture;

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
      await arrived();
      processOf(0).written = '';
      processOf(0).say('\x1b[6n');
      await fixture.manager.text('a');
      return processOf(0).written;
    };
    await arrived();
    assert.equal(await ask(), '\x1b[1;1R', 'the screen, where nobody looks');
    const older = await watch();
    const newer = await watch();
    await arrived();
    assert.equal(await ask(), '', 'not the screen, where somebody does');
    older.attachment.write('\x1b[9;9R');
    newer.attachment.write('\x1b[1;1R');
    await arrived();
    assert.equal(processOf(0).written, '\x1b[1;1R', 'the newest alone');
    newer.attachment.dispose();
    older.attachment.write('\x1b[2;2R');
    await arrived();
    assert.equal(processOf(0).written, '\x1b[1;1R\x1b[2;2R', 'then the one that is left');
    older.attachment.dispose();
    await arrived();
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
        await arrived();
        processOf(0).say('ab\x1b[');
        processOf(0).say('6n\x1b[c');
        await go(attachment);
        await fixture.manager.text('a');
        await arrived();
        assert.equal(processOf(0).written, '\x1b[1;3R\x1b[?1;2c');
      });
    }

    it('leave nothing that they have answered, or that never will be', async () => {
      await fixture.manager.create(specOf('a'));
      const { attachment } = await watch();
      await arrived();
      processOf(0).say('\x1b[>0q\x1b[6n\x1b[c');
      attachment.write('\x1b[1;1R');
      attachment.write('\x1b[?1;2ckey');
      attachment.dispose();
      await fixture.manager.text('a');
      await arrived();
      assert.equal(processOf(0).written, '\x1b[1;1R\x1b[?1;2ckey');
    });

    it('leave nothing that the program has waited for long enough', async () => {
      await fixture.manager.create(specOf('a'));
      const { attachment } = await watch();
      await arrived();
      processOf(0).say('\x1b[6n');
      await arrived();
      fixture.clock.advance(2001);
      attachment.dispose();
      await fixture.manager.text('a');
      await arrived();
      assert.equal(processOf(0).written, '');
    });
  });

  it('that answer for others are heard only for what they typed in the same breath', async () => {
    await fixture.manager.create(specOf('a'));
    const older = await watch();
    const newer = await watch();
    older.attachment.write('\x1b[9;9Ry\r\x1b[?1;2c');
    newer.attachment.write('\x1b[1;1Rn');
    await arrived();
    assert.equal(processOf(0).written, 'y\r\x1b[1;1Rn');
  });

  it('leave it to the session to say that Program Status is read', async () => {
    await fixture.manager.create(specOf('a'));
    const { attachment } = await watch();
    await arrived();
    processOf(0).say('\x1b]7501;?\x07');
    attachment.write('\x1b]7501;?\x1b\\');
    attachment.write('a\x1b]7501;?\x07b');
    await arrived();
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
    await arrived();
    assert.equal(processOf(0).written, '\x1b[1;1R', 'to the one that is');
    attachment.dispose();
    await arrived();
    processOf(0).say('\x1b[6n');
    await fixture.manager.text('a');
    await arrived();
    assert.equal(processOf(0).written, '\x1b[1;1R\x1b[1;1R', 'to the screen, where none is');
    listening?.dispose();
  });
});
