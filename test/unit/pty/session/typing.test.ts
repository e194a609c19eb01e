import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FLOOD, FLOOD_READS_PER_TURN, TYPING } from '../../../../src/pty/limits';
import { describeSessions, specOf } from '../../../support/pty/useSessionManager';

const READS = FLOOD_READS_PER_TURN + 1;
const CHUNK = Buffer.alloc(FLOOD.bytes / (READS - 1), 'x');

describeSessions('a program that floods', (fixture) => {
  const { arrived, processOf } = fixture;

  it('is read with pauses while a person types into another session', async () => {
    const { manager, clock } = fixture;
    await manager.create(specOf('a'));
    await manager.create(specOf('b'));
    const { attachment } = await fixture.watch();
    const flood = processOf(1);
    const isPaused = async (): Promise<boolean> => {
      Array.from({ length: READS }, () => flood.print(CHUNK));
      await nextTurn();
      return flood.paused;
    };
    // The answer of a terminal, not a key.
    attachment.write('\x1b[?1;2c');
    await arrived();
    assert.equal(await isPaused(), false);
    attachment.write('k');
    await arrived();
    assert.equal(await isPaused(), true);
    clock.advance(TYPING.pauseMs);
    assert.equal(flood.paused, false);
    clock.advance(TYPING.ms);
    assert.equal(await isPaused(), false);
  });
});
