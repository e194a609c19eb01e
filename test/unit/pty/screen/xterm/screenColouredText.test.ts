import assert from 'node:assert/strict';
import { describeSessions, specOf } from '../../../../support/pty/useSessionManager';
import { requireSession } from '../../../../../src/pty/sessionBackend';

describeSessions('the coloured text of a session', (fixture) => {
  const { arrived, processOf, watch } = fixture;

  it('seeds another session with rows and their colours, but without modes or a title', async () => {
    await fixture.manager.create(specOf('b', { dimensions: { cols: 20, rows: 3 } }));
    const printed = 'one\r\n\x1b[31mred\x1b[0m\r\na row that is longer than the screen\r\n';
    processOf(0).print(`\x1b[?2004h\x1b[?1003h\x1b]2;title\x07${printed}$ \r\n\r\n`);
    const seed = await requireSession(fixture.manager, 'b').colouredText({ scrollback: 100 });
    assert.doesNotMatch(seed, /2004|1003|title/);
    assert.match(seed, /\x1b\[[0-9;]*31mred/);
    await fixture.manager.create(specOf('a', { seed, dimensions: { cols: 20, rows: 3 } }));
    processOf(1).print('own');
    await arrived();
    const { seen } = await watch();
    assert.equal(seen.drawn, 'one\nred\na row that is longer than the screen\n$\nown');
  });

  it('is empty for an empty screen', async () => {
    await fixture.manager.create(specOf('a'));
    assert.equal(await requireSession(fixture.manager, 'a').colouredText(), '');
  });

  it('contains the screen of a full-screen program', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).print('before\x1b[?1049h\x1b[3;3Hdialog');
    assert.equal(
      await requireSession(fixture.manager, 'a').colouredText({ scrollback: 9 }),
      '\r\n\r\n\x1b[2Cdialog\r\n',
    );
  });
});
