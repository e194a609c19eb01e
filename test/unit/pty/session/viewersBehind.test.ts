import assert from 'node:assert/strict';
import { requireSession } from '../../../../src/pty/sessionBackend';
import type { RedrawScope } from '../../../../src/pty/sessionService';
import { describeSessions, specOf } from '../../../support/pty/useSessionManager';

describeSessions('Viewers that fell behind', (fixture) => {
  const { arrived, processOf, watch } = fixture;

  /** A viewer that has fallen behind. Its redraws are recorded among its output in order. */
  async function behind(asked = '') {
    const shown: string[] = [];
    const attachment = await requireSession(fixture.manager, 'a').attach({
      onData: (data) => shown.push(data),
      onExit: () => shown.push('[exit]'),
    });
    await arrived();
    processOf(0).print(asked);
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

  it('receive a full redraw between earlier and later output', async () => {
    await fixture.manager.create(specOf('a', { dimensions: { cols: 20, rows: 2 } }));
    processOf(0).print('row 1 \r\nrow 2 \r\nrow 3 ');
    const { shown, redraw } = await behind();
    await arrived();
    processOf(0).print('before');
    await arrived();
    const drawn = redraw('all');
    await arrived();
    processOf(0).print('after');
    await drawn;
    await fixture.settle();
    processOf(0).print('later');
    await arrived();
    assert.deepEqual(shown, ['before', '[with history]', 'after', 'later']);
  });

  it('miss no output if several full redraws overlap', async () => {
    await fixture.manager.create(specOf('a'));
    let shown = '';
    const attachment = await requireSession(fixture.manager, 'a').attach({
      onData: (data) => (shown += data),
      onExit() {},
    });
    await arrived();
    attachment.fallBehind();
    const drawn = ['first', 'second', 'third'].map(
      (name) =>
        new Promise<void>((resolve) => {
          attachment.redraw('all', (screen) => {
            shown = screen;
            resolve();
          });
          processOf(0).print(`${name} `);
        }),
    );
    await Promise.all(drawn);
    await arrived();
    processOf(0).print('after');
    await arrived();
    assert.deepEqual(shown.match(/first|second|third|after/g), [
      ...['first', 'second', 'third', 'after'],
    ]);
  });

  it('can redraw only the screen, and stay behind', async () => {
    await fixture.manager.create(specOf('a', { dimensions: { cols: 20, rows: 2 } }));
    processOf(0).print('row 1 \r\nrow 2 \r\nrow 3 ');
    const { shown, redraw } = await behind();
    await redraw('screen');
    processOf(0).print('\x1b[6n');
    await requireSession(fixture.manager, 'a').text();
    await arrived();
    assert.equal(shown[0], '[without history]');
    await arrived();
    assert.equal(processOf(0).written, '\x1b[2;7R', 'the screen answers');
  });

  it('answer queries again after a full redraw', async () => {
    await fixture.manager.create(specOf('a'));
    const older = await watch();
    const { attachment, redraw } = await behind();
    attachment.write('\x1b[9;9R');
    older.attachment.write('\x1b[1;1R');
    await arrived();
    assert.equal(processOf(0).written, '\x1b[1;1R', 'only the viewer that is not behind answers');
    await redraw('all');
    older.attachment.write('\x1b[9;9R');
    attachment.write('\x1b[2;2R');
    await arrived();
    assert.equal(processOf(0).written, '\x1b[1;1R\x1b[2;2R');
  });

  it('leave queries in lost output to the screen, which answers from its state at that point', async () => {
    await fixture.manager.create(specOf('a'));
    await watch();
    await behind('te\x1b[6nxt\x1b]11;?\x07\x1b[c\x1b]0;half a ti');
    await requireSession(fixture.manager, 'a').text();
    await arrived();
    assert.equal(processOf(0).written, '\x1b[1;5R\x1b]11;rgb:1f1f/1f1f/1f1f\x1b\\\x1b[?1;2c');
    await arrived();
    processOf(0).print('tle\x07 more');
    await arrived();
    assert.equal(await requireSession(fixture.manager, 'a').text(), 'text more');
  });

  it('leave no query to the screen if a newer viewer receives it', async () => {
    await fixture.manager.create(specOf('a'));
    const older = await watch();
    await watch();
    processOf(0).print('\x1b[6n');
    older.attachment.fallBehind();
    await requireSession(fixture.manager, 'a').text();
    await arrived();
    assert.equal(processOf(0).written, '');
  });

  it('can be redrawn after the exit, and receive it once', async () => {
    await fixture.manager.create(specOf('a'));
    const { shown, redraw } = await behind();
    await arrived();
    processOf(0).end(0);
    await redraw('all');
    await fixture.settle();
    assert.deepEqual(shown, ['[exit]', '[without history]']);
  });

  if (fixture.backendKind === 'window') {
    // Over a socket the redraw may arrive before the end of the session.
    it('receive no redraw of a session that is gone', async () => {
      await fixture.manager.create(specOf('a'));
      const { attachment, shown } = await behind();
      attachment.redraw('all', () => shown.push('[drawn]'));
      await fixture.manager.find('a')?.kill();
      await fixture.settle();
      assert.ok(!shown.includes('[drawn]'));
    });
  }
});
