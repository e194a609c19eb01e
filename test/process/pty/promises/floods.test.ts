import { requireSession } from '../../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachTerminal, reachesState } from '../../../support/pty/attachedTerminal';
import { describeRealSessions } from '../../../support/pty/realSessions';
import { createViewer, feed, stateOf } from '../../../support/pty/terminalState';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 60_000;
const SIZE = { cols: 80, rows: 24 };
const LINE_BYTES = 80;
/** More than the rows of a terminal and of its scrollback. */
const SHOWN_LINES = 2000;

describeRealSessions('a flood of output', function (fixture) {
  this.timeout(300_000);
  const { sh } = fixture;
  let directory: string;

  before(() => (directory = mkdtempSync(join(tmpdir(), 'floods-'))));
  after(() => rmSync(directory, { recursive: true }));

  /** A script that writes numbered lines and `done` after a key. The shell that runs it exits at once. */
  function flood(megabytes: number, then: string): string {
    const file = join(directory, String(megabytes));
    const lines = Array.from({ length: linesIn(megabytes) }, (_, index) => lineOf(index));
    writeFileSync(file, `${lines.join('')}done`);
    return `stty raw -echo; printf ready; read -r key; cat ${file}; ${then}`;
  }

  for (const megabytes of [5, 50]) {
    it(`of ${megabytes} MB before an exit is on the terminal and in the text before the one exit`, async () => {
      const { manager } = fixture;
      await sh('a', flood(megabytes, 'exit 3'), { dimensions: SIZE });
      await fixture.shows('a', 'ready');
      const terminal = createViewer(SIZE);
      const ends: unknown[] = [];
      const onExit = (): void => void ends.push(stateOf(terminal));
      await attachTerminal(manager, 'a', terminal, { onExit });
      requireSession(manager, 'a').write('\n');
      await waitFor(() => ends.length > 0, { limitMs: LIMIT_MS, what: 'the exit' });
      assert.deepEqual(ends[0], endOf(megabytes, 'done'));
      assert.match(await requireSession(manager, 'a').text({ scrollback: 10 }), /x\ndone$/);
      assert.equal(manager.get('a')?.exitCode, 3);
      await requireSession(manager, 'a').kill();
      assert.deepEqual([ends.length, stateOf(terminal)], [1, ends[0]]);
      terminal.dispose();
    });
  }

  it('of 50 MB does not wait for a viewer that fell behind, which is redrawn later', async () => {
    const { manager } = fixture;
    const later = `printf '\\033]0;written\\007'; read -r key; printf later; read -r key`;
    await sh('a', flood(50, later), { dimensions: SIZE });
    await fixture.shows('a', 'ready');
    const terminal = createViewer(SIZE);
    let isBehind = false;
    const onData = (data: string): void => void (isBehind || feed(terminal, data));
    const attachment = await attachTerminal(manager, 'a', terminal, { onData });
    attachment.fallBehind();
    isBehind = true;
    // Reads of the screen in the meantime would parse all of the output.
    let isWritten = false;
    manager.onDidSignal(({ data }) => (isWritten ||= data === 'written'));
    requireSession(manager, 'a').write('\n');
    await waitFor(() => isWritten, { limitMs: LIMIT_MS, what: 'the end of the flood' });
    assert.match(await requireSession(manager, 'a').text({ scrollback: 10 }), /x\ndone$/);
    attachment.redraw('all', (screen) => {
      feed(terminal, screen);
      isBehind = false;
    });
    requireSession(manager, 'a').write('\n');
    await reachesState(terminal, endOf(50, 'donelater'), 'the redraw and the output after it');
    terminal.dispose();
  });
});

/** The state of a terminal after that much output. */
function endOf(megabytes: number, last: string): Record<string, unknown> {
  const terminal = createViewer(SIZE);
  const count = linesIn(megabytes);
  for (let index = count - SHOWN_LINES; index < count; index++) {
    feed(terminal, lineOf(index));
  }
  feed(terminal, last);
  const state = stateOf(terminal);
  terminal.dispose();
  return state;
}

function lineOf(index: number): string {
  return `${String(index).padEnd(LINE_BYTES - 2, 'x')}\r\n`;
}

function linesIn(megabytes: number): number {
  return Math.ceil((megabytes * 1_000_000) / LINE_BYTES);
}
