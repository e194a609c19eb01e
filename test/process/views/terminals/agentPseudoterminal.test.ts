import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../../src/base/clock';
import { AgentPseudoterminal } from '../../../../src/views/terminals/agentPseudoterminal';
import { formatCwd } from '../../../../src/views/terminals/terminalText';
import { heldBytes } from '../../../support/pty/heldMemory';
import { describeRealSessions } from '../../../support/pty/realSessions';
import { createViewer, feed, stateOf } from '../../../support/pty/terminalState';
import { stressSize } from '../../../support/stress';
import { waitFor } from '../../../support/waitFor';

const MB = 1024 * 1024;
const SIZE = { cols: 80, rows: 24 };
const SCROLLBACK = 1000;

const FLOOD_MB = stressSize({ short: 10, long: 200 });

/** The most memory that a terminal that does not read may use, in bytes, here and in VS Code. */
const MOST_HELD = 4 * MB;

/** The session's screen and its output that is not yet parsed, in bytes; terminals add nothing. */
const SCREEN_HELD = 12 * MB;

describeRealSessions('AgentPseudoterminal of an agent that writes a flood', function (fixture) {
  this.timeout(60_000 + FLOOD_MB * 1000);
  let directory: string;
  let flood: string;
  let written: string;

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'flood-'));
    flood = join(directory, 'flood');
    written = join(directory, 'written');
    const lines = Array.from(
      { length: 14_000 },
      (_, line) => `\x1b[3${line % 8}m${line} ${'~'.repeat(60)}\n`,
    );
    writeFileSync(flood, lines.join('').slice(0, MB));
  });
  afterEach(() => rmSync(written, { force: true }));
  after(() => rmSync(directory, { recursive: true }));

  /** Waits for the end of the flood; repeated reads of the screen would parse all of it. */
  const floods = async (): Promise<void> => {
    await waitFor(() => existsSync(written), { limitMs: 60_000, what: 'the end of the flood' });
    await fixture.shows('a', 'the last line');
  };

  /** Writes the flood, creates the file `written`, and waits. */
  const startFlood = () =>
    fixture.sh(
      'a',
      `stty -echo; read go; i=0; while [ $i -lt ${FLOOD_MB} ]; do cat ${flood}; i=$((i + 1)); done; printf '\\033[mthe last line'; : >${written}; read stop`,
      { dimensions: SIZE, scrollback: SCROLLBACK },
    );

  /** A terminal of VS Code that reads and answers only after `start`. */
  function open() {
    const viewer = createViewer(SIZE, SCROLLBACK);
    const sent = { chars: 0, unread: [] as string[], isReading: false };
    const pty = new AgentPseudoterminal(
      {
        sessions: fixture.manager,
        clock: systemClock,
        terminalScrollback: () => SCROLLBACK,
        log: { error: (message, error) => assert.fail(`${message} ${String(error)}`) },
      },
      { sessionId: 'a', label: 'a', cwd: '/' },
    );
    const read = (): void => sent.unread.splice(0).forEach((text) => feed(viewer, text));
    viewer.onData((data) => pty.handleInput(data));
    pty.onDidWrite((text) => {
      sent.chars += text.length;
      sent.unread.push(text);
      if (sent.isReading) {
        setImmediate(read);
      }
    });
    pty.open({ columns: SIZE.cols, rows: SIZE.rows });
    const start = (): void => {
      sent.isReading = true;
      read();
    };
    return { viewer, pty, sent, start };
  }

  it(`does not block ${FLOOD_MB} MB while the terminal reads nothing, and shows the end when it reads`, async () => {
    await startFlood();
    const { viewer, pty, sent, start } = open();
    await waitFor(() => sent.chars > 0, { limitMs: 5000, what: 'the first drawing' });
    const before = await heldBytes();
    pty.handleInput('\r');
    await floods();
    const held = (await heldBytes()) - before;
    assert.ok(
      sent.chars < MOST_HELD,
      `sent ${sent.chars} characters that the terminal did not read`,
    );
    assert.ok(held < SCREEN_HELD + MOST_HELD, `held ${held} bytes`);
    start();
    const expected = await freshState();
    await waitFor(() => isSame(stateOf(viewer), expected), {
      limitMs: 20_000,
      what: 'the terminal to show the screen of the session',
    });
    pty.close();
    viewer.dispose();
  });

  it(`does not block ${FLOOD_MB} MB without a terminal, and draws the end in a later one`, async () => {
    await startFlood();
    const before = await heldBytes();
    fixture.manager.write('a', '\n');
    await floods();
    const held = (await heldBytes()) - before;
    assert.ok(held < SCREEN_HELD, `held ${held} bytes`);
    const { viewer, pty, start } = open();
    start();
    const expected = await freshState();
    await waitFor(() => isSame(stateOf(viewer), expected), {
      limitMs: 20_000,
      what: 'the terminal to show the screen of the session',
    });
    pty.close();
    viewer.dispose();
  });

  /** The state of a terminal that attaches now and reads everything, below the directory of its session. */
  async function freshState(): Promise<unknown> {
    const { seen, attachment } = await fixture.watch('a', { scrollback: SCROLLBACK });
    const viewer = createViewer(SIZE, SCROLLBACK);
    feed(viewer, formatCwd('/') + seen.text);
    attachment.dispose();
    const state = stateOf(viewer);
    viewer.dispose();
    return state;
  }
});

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
