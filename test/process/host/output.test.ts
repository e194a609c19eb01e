import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { HostConversation } from '../../support/host/hostConversation';
import { useSessionHost } from '../../support/host/useSessionHost';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';

const MB = 1024 * 1024;
const LIMIT_MS = 120_000;

/** The output of a program whose viewer does not read. */
const UNREAD_BYTES = stressSize({ short: 60_000_000, long: 200_000_000 });

describe('a session host with clients', function () {
  this.timeout(300_000);
  const host = useSessionHost();

  it('sends the output of a program in order and once, then its exit', async () => {
    const conversation = await host.enter(await host.ensure());
    await conversation.sh('shell-main-a', 'read line; seq 1 20000; exit 3');
    const seen = await conversation.attach('shell-main-a', 1);
    conversation.type(1, '\r');
    await waitFor(() => seen.exit !== undefined, { limitMs: LIMIT_MS, what: 'the end' });
    assert.equal(seen.exit?.exitCode, 3);
    const lines = seen.text.split('\r\n').slice(1, -1);
    const last = Number(lines.at(-1));
    assert.equal(last, 20_000);
    assert.deepEqual(
      lines,
      Array.from(lines, (_, index) => String(last - lines.length + 1 + index)),
    );
  });

  it('redraws the screen for a client that has not acknowledged its output', async () => {
    const conversation = await host.enter(await host.ensure());
    conversation.acknowledges = false;
    await conversation.sh('shell-main-a', 'read line; seq 1 1000000; echo do""ne; read line');
    const seen = await conversation.attach('shell-main-a', 1);
    conversation.type(1, '\r');
    await waitFor(async () => (await conversation.text('shell-main-a')).includes('done'), {
      limitMs: LIMIT_MS,
      what: 'the last line on the screen',
    });
    assert.ok(seen.bytes <= MB, `${seen.bytes} bytes were sent`);
    assert.ok(!seen.text.includes('done'));
    const { bytes, drawings } = seen;
    conversation.note({ note: 'acknowledge', stream: 1, bytes });
    await conversation.shows(1, 'done');
    assert.equal(seen.drawings, drawings + 1);
    conversation.type(1, 'goes on');
    await conversation.shows(1, 'goes on');
  });

  it('uses bounded memory for a client that does not read, and does not block the program', async () => {
    const found = await host.ensure();
    const reading = await host.enter(found);
    const flood = `read line; head -c ${UNREAD_BYTES} /dev/zero | tr "\\0" x; echo do""ne`;
    await reading.sh('shell-main-a', flood);
    await untilDone(reading, 'shell-main-a');
    const before = peakOf(found.pid);

    const stuck = await host.enter(found);
    await stuck.sh('shell-main-b', flood);
    const seen = await stuck.attach('shell-main-b', 1);
    stuck.socket.pause();
    // The program ends although one of its viewers reads nothing.
    await untilDone(reading, 'shell-main-b');
    const grown = peakOf(found.pid) - before;
    // This includes garbage. All of the output would take twice as much.
    assert.ok(grown < UNREAD_BYTES / 2, `the host has grown by ${grown} bytes`);

    stuck.socket.resume();
    await stuck.shows(1, 'done');
    await waitFor(() => seen.exit !== undefined, { limitMs: LIMIT_MS, what: 'the end' });
  });

  it('keeps the order of redraws and output', async () => {
    const conversation = await host.enter(await host.ensure());
    await conversation.sh('shell-main-a', 'while read line; do echo "got $line"; done');
    const seen = await conversation.attach('shell-main-a', 1);
    const { drawings } = seen;
    for (let redraw = 1; redraw <= 20; redraw++) {
      conversation.type(1, `line${redraw}\r`);
      conversation.note({ note: 'redraw', stream: 1, scope: 'all' });
    }
    await conversation.shows(1, 'got line20');
    await waitFor(() => seen.drawings === drawings + 20, {
      limitMs: LIMIT_MS,
      what: 'all drawings',
    });
  });

  it('releases viewers and open files after viewers and connections have ended', async () => {
    const found = await host.ensure();
    const conversation = await host.enter(found);
    await conversation.sh('shell-main-a', 'while read line; do echo "got $line"; done');
    const before = openFiles(found.pid);
    for (let stream = 1; stream <= 200; stream++) {
      // An attachment that is detached at once is refused or answered.
      const attaching = conversation.attach('shell-main-a', stream).catch(() => undefined);
      if (stream % 2) {
        await attaching;
      }
      conversation.note({ note: 'detach', stream });
    }
    for (let count = 0; count < 10; count++) {
      const other = await host.enter(found);
      await other.attach('shell-main-a', 1);
      other.socket.destroy();
    }
    await waitFor(async () => (await conversation.report()).clients === 1, {
      limitMs: LIMIT_MS,
      what: 'one client',
    });
    const { sessions } = await host.connect(found).hello(found);
    assert.deepEqual(
      sessions.map(({ attachedCount }) => attachedCount),
      [0],
    );
    const seen = await conversation.attach('shell-main-a', 1000);
    conversation.type(1000, 'once\r');
    await conversation.shows(1000, 'got once');
    assert.equal(seen.text.match(/got once/g)?.length, 1);
    await waitFor(() => openFiles(found.pid) <= before + 1, {
      limitMs: LIMIT_MS,
      what: () => `${before + 1} open files; there are ${openFiles(found.pid)}`,
    });
  });

  it('sends the output of a session to a client that only watches it', async () => {
    const conversation = await host.enter(await host.ensure());
    await conversation.sh('shell-main-a', 'read line; echo one; read line; echo two; read line');
    conversation.note({ note: 'watch', id: 'shell-main-a', stream: 8 });
    conversation.note({ note: 'input', id: 'shell-main-a', base64: btoa('\r') });
    await conversation.shows(8, 'one\r\n');
    conversation.note({ note: 'unwatch', stream: 8 });
    conversation.note({ note: 'input', id: 'shell-main-a', base64: btoa('\r') });
    await waitFor(async () => (await conversation.text('shell-main-a')).includes('two'), {
      limitMs: LIMIT_MS,
      what: 'two on the screen',
    });
    assert.ok(!conversation.seenOf(8).text.includes('two'));
  });

  it('sends touched notes a few times a second during output, and none while a session is idle', async () => {
    const conversation = await host.enter(await host.ensure());
    const touched = (): number =>
      conversation.notes.filter(({ note }) => note === 'touched').length;
    await conversation.sh(
      'shell-main-a',
      'n=0; while [ $n -lt 100 ]; do echo $n; sleep 0.01; n=$((n+1)); done; echo do""ne; read line',
    );
    const begin = performance.now();
    await conversation.attach('shell-main-a', 1);
    await conversation.shows(1, 'done');
    const most = Math.ceil((performance.now() - begin) / 250) + 2;
    assert.ok(touched() >= 2 && touched() <= most, `${touched()} times, ${most} at the most`);
    await waitFor(() => conversation.notes.some((note) => isIdle(note)), {
      limitMs: LIMIT_MS,
      what: 'the session to be idle',
    });
    const then = touched();
    await conversation.report();
    assert.equal(touched(), then);
  });

  function isIdle(note: HostConversation['notes'][number]): boolean {
    return note.note === 'event' && note.event.session.state === 'idle';
  }

  /** Presses Enter and waits until the session has ended. */
  async function untilDone(conversation: HostConversation, id: string): Promise<void> {
    conversation.note({ note: 'input', id, base64: btoa('\r') });
    await waitFor(
      () =>
        conversation.notes.some(
          (note) =>
            note.note === 'event' && note.event.type === 'exit' && note.event.session.id === id,
        ),
      { limitMs: LIMIT_MS, what: `the end of ${id}` },
    );
  }

  function openFiles(pid: number): number {
    return readdirSync(`/proc/${pid}/fd`).length;
  }

  function peakOf(pid: number): number {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
  }
});
