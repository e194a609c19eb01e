import { requireSession } from '../../../../src/pty/sessionBackend';
import type { Attachment } from '../../../../src/pty/sessionService';
import { describeRealSessions, type RealSessions } from '../../../support/pty/realSessions';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 30_000;

/** Queries the position of the cursor at a `q`, and the background at a `Q`. Prints other input, with `^` for ESC. */
const ASKER = `
process.stdin.on('data', (data) => {
  for (const key of String(data)) {
    const query = { q: '\\x1b[6n', Q: '\\x1b]11;?\\x07' }[key];
    process.stdout.write(query ?? key.replace('\\x1b', '^'));
  }
});
process.stdout.write('ready');`;

const FULL_SCREEN = `
const rows = Array.from({ length: 24 }, (_, row) => '\\x1b[' + (row + 1) + ';1H\\x1b[3' + (row % 8) + 'm' + 'x'.repeat(80));
require('fs').writeSync(1, '\\x1b[?1049h');
for (;;) require('fs').writeSync(1, rows.join(''));`;

describeRealSessions("a program's queries to its terminal", function (fixture) {
  this.timeout(120_000);
  let prints: Prints;

  beforeEach(async () => (prints = await startAsker(fixture)));

  it('have one answer, by the screen, while no terminal is attached', async () => {
    press('q');
    await prints('^[1;6R');
    await fixture.watch('asker', { isTerminal: false });
    press('q');
    await prints('^[1;6R^[1;12R');
    press('.');
    await prints('^[1;6R^[1;12R.');
  });

  it('have one answer, by the newest terminal that is not behind', async () => {
    const [older, newer] = [await attach('\x1b[1;1R'), await attach('\x1b[2;2R')];
    press('q');
    await prints('^[2;2R');
    newer.attachment.fallBehind();
    press('q');
    await prints('^[2;2R^[1;1R');
    await redrawn(newer.attachment);
    press('q');
    await prints('^[2;2R^[1;1R^[2;2R');
    older.attachment.fallBehind();
    newer.attachment.fallBehind();
    press('q');
    await prints('^[2;2R^[1;1R^[2;2R^[1;24R');
    press('.');
    await prints('^[2;2R^[1;1R^[2;2R^[1;24R.');
  });

  it('are answered once, by the screen, if the terminal leaves without an answer', async () => {
    const [older, newer] = [await attach('\x1b[1;1R'), await attach(undefined)];
    press('q');
    await waitFor(() => older.queries() === 1 && newer.queries() === 1, {
      limitMs: LIMIT_MS,
      what: 'the query in both terminals',
    });
    newer.attachment.dispose();
    await prints('^[1;6R');
    press('q');
    await prints('^[1;6R^[1;1R');
    press('.');
    await prints('^[1;6R^[1;1R.');
  });

  it('have an answer in a hidden session while ten other sessions flood', async () => {
    const floods = Array.from({ length: 10 }, (_, index) => `flood-${index}`);
    for (const [index, id] of floods.entries()) {
      await (index % 2 ? fixture.node(id, FULL_SCREEN) : fixture.sh(id, 'exec yes flood'));
    }
    await writeAfter(0);
    press('q');
    await prints('^[1;6R');
    await writeAfter(Date.now());
    await fixture.shows('asker', /^ready\^\[1;6R$/);

    /** Waits until each flood has written after a time. */
    async function writeAfter(time: number): Promise<void> {
      const isQuiet = (id: string): boolean => (fixture.manager.get(id)?.lastOutputAt ?? 0) <= time;
      await waitFor(() => !floods.some(isQuiet), {
        limitMs: LIMIT_MS,
        what: () => `output of ${floods.filter(isQuiet).join()}`,
      });
    }
  });

  function press(key: string): void {
    requireSession(fixture.manager, 'asker').write(key);
  }

  /** A terminal that gives the same answer to each query; undefined: none. */
  async function attach(answer: string | undefined) {
    let seen = '';
    const queries = (): number => seen.split('\x1b[6n').length - 1;
    const { attachment } = await fixture.watch('asker', {
      onData: (data) => {
        const before = queries();
        seen += data;
        if (answer !== undefined && queries() > before) {
          attachment.write(answer);
        }
      },
    });
    return { attachment, queries };
  }

  function redrawn(attachment: Attachment): Promise<string> {
    return new Promise((resolve) => attachment.redraw('all', resolve));
  }
});

describeRealSessions('the colours of a session that no terminal shows', function (fixture) {
  this.timeout(60_000);

  it("are those of the window's terminals", async () => {
    fixture.look = { unicodeVersion: '11', theme: 'light', background: [250, 251, 252] };
    const prints = await startAsker(fixture);
    requireSession(fixture.manager, 'asker').write('Q');
    await prints('^]11;rgb:fafa/fbfb/fcfc^\\');
  });
});

/** Waits until the program has printed exactly this since it was ready. */
type Prints = (text: string) => Promise<void>;

/** Starts the program. What it prints is read from its output, since a read of the screen parses the queries. */
async function startAsker({ manager, node }: RealSessions): Promise<Prints> {
  await node('asker', ASKER);
  await waitFor(() => manager.get('asker')?.hasOutput === true, {
    limitMs: LIMIT_MS,
    what: 'the program',
  });
  let output = '';
  requireSession(manager, 'asker').watchOutput(
    (bytes) => (output += Buffer.from(bytes).toString()),
  );
  const printed = (): string => output.replaceAll(/\x1b\[6n|\x1b\]11;\?\x07/g, '');
  return (text) =>
    waitFor(() => printed() === text, {
      limitMs: LIMIT_MS,
      what: () => `${text}; it printed ${JSON.stringify(output)}`,
    });
}
