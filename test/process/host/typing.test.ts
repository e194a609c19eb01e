import { requireSession } from '../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { HostClient } from '../../../src/host/client/hostClient';
import type { Attachment } from '../../../src/pty/sessionService';
import { connectTo, createClient } from '../../support/host/hostedSessions';
import { programSpec } from '../../support/pty/realPty';
import { useSessionHost } from '../../support/host/useSessionHost';
import { specOf } from '../../support/pty/useSessionManager';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';

const KEYS = stressSize({ short: 40, long: 5_000 });
/** `HOST_TYPING_SEED` repeats a run that failed. */
const SEED = Number(process.env['HOST_TYPING_SEED'] ?? Date.now() % 1_000_000);
const LIMIT_MS = 30_000;

/** Answers `k1;` with `[k1]`, and `f1000;` with as many bytes. */
const PROGRAM = `
process.stdin.setRawMode(true);
let typed = '';
process.stdin.on('data', (chunk) => {
  typed += chunk;
  for (let end = typed.indexOf(';'); end >= 0; end = typed.indexOf(';')) {
    const word = typed.slice(0, end);
    typed = typed.slice(end + 1);
    const size = Number(word.slice(1));
    process.stdout.write(word[0] === 'f' ? 'flood '.repeat(size / 6) + '\\r\\n' : '[' + word + ']');
  }
});
process.stdout.write('ready');
`;

/** A viewer with or without `onBytes`, in which a redraw replaces earlier output. */
class TestViewer {
  private attaching: Promise<void> | undefined;
  seen = '';
  /** Undefined while it attaches. */
  attachment: Attachment | undefined;

  constructor(
    private readonly client: HostClient,
    private readonly takesBytes: boolean,
  ) {}

  /** Settles once it is attached; simultaneous calls share one attachment. */
  readonly attach = (): Promise<void> => {
    this.attaching ??= this.attachNow().finally(() => (this.attaching = undefined));
    return this.attaching;
  };

  /** Drops output that it has not drawn, as a slow terminal does. */
  redraw(): void {
    this.attachment?.fallBehind();
    this.attachment?.redraw('all', (screen) => (this.seen = screen));
  }

  private async attachNow(): Promise<void> {
    this.attachment?.dispose();
    this.attachment = undefined;
    this.seen = '';
    const onBytes = (bytes: Uint8Array): void => this.add(Buffer.from(bytes).toString('latin1'));
    this.attachment = await requireSession(this.client, 'a').attach({
      onData: (data) => this.add(data),
      onExit: () => this.add('exit'),
      ...(this.takesBytes && { onBytes }),
    });
  }

  private add(text: string): void {
    this.seen = (this.seen + text).slice(-200_000);
  }
}

describe('input through a session host', function () {
  this.timeout(LIMIT_MS + KEYS * 1000);
  const hosts = useSessionHost();
  const clients: HostClient[] = [];
  afterEach(() => clients.splice(0).forEach((client) => client.dispose()));

  it(`is echoed despite floods, redraws, resizes and lost connections (seed ${SEED})`, async () => {
    const random = createRandom(SEED);
    let socket: Duplex | undefined;
    let lost: Promise<unknown> | undefined;
    const client = createClient(hosts.access(), {
      connect: async (path) => (socket = await connectTo(path)),
    });
    clients.push(client);
    const program = programSpec(process.execPath, ['-e', PROGRAM]);
    await client.create(specOf('a', { program, scrollback: 1000 }));
    await hosts.note();
    const viewers = [new TestViewer(client, false), new TestViewer(client, true)];
    await Promise.all(viewers.map((viewer) => viewer.attach()));
    await seenBy(viewers, 'ready', 'the start');

    const pick = (): TestViewer | undefined => viewers[random(viewers.length)];
    const steps: readonly (() => void)[] = [
      () => requireSession(client, 'a').write(`f${6 * random(400_000)};`),
      () => requireSession(client, 'a').write(`f${6 * random(1000)};`),
      () => pick()?.redraw(),
      () => pick()?.attachment?.resize({ cols: 40 + random(100), rows: 10 + random(40) }),
      () => void pick()?.attach(),
      () => {
        lost = socket && once(socket, 'close');
        socket?.destroy();
      },
    ];
    const done: number[] = [];
    for (let key = 1; key <= KEYS; key++) {
      for (let count = random(3); count > 0; count--) {
        const step = random(steps.length);
        done.push(step);
        steps[step]?.();
      }
      await Promise.all(viewers.filter((one) => !one.attachment).map((one) => one.attach()));
      // A key that is typed before the loss of its connection is known is dropped.
      await lost;
      lost = undefined;
      pick()?.attachment?.write(`k${key};`);
      const recent = done.slice(-20).join();
      await seenBy(viewers, `[k${key}]`, `the echo of key ${key} after steps ${recent}`);
    }
    assert.equal(client.health.state, 'responsive');
  });

  function seenBy(viewers: readonly TestViewer[], words: string, what: string): Promise<void> {
    const missing = () => viewers.flatMap(({ seen }, at) => (shows(seen, words) ? [] : at));
    return waitFor(() => missing().length === 0, {
      limitMs: LIMIT_MS,
      what: () =>
        `${what} by ${missing().join()}: ${viewers.map(({ seen }) => JSON.stringify(seen.slice(-200))).join(' | ')}`,
    });
  }

  /** Joins rows that a redraw has wrapped. */
  function shows(seen: string, words: string): boolean {
    return (
      seen.includes(words) || seen.replaceAll(/\x1b\[[\d;?]*[a-zA-Z]|\r\n/g, '').includes(words)
    );
  }
});

/** Returns integers below a bound that depend only on the seed. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
