import type { Event } from '../../src/base/event';
import { Emitter } from '../../src/base/event';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import type { BareTerminals } from '../peers/bareTerminals';
import type { Relay } from '../peers/relay';
import { requireSession } from '../../src/pty/sessionBackend';

/** Repeats its input. The kernel's echo is off. */
const REPEATER = programSpec('sh', ['-c', 'stty raw -echo; printf ready; exec cat']);
const READY = 'ready';
const SCROLLBACK = 1000;
/** Keys that are not measured, while code is compiled and terminals are first drawn. */
const WARM_UP_KEYS = 20;
/** Pause before each key, in which the program and the event loop become idle. */
const PAUSE_MS = 2;

/** A program that repeats keys, and the viewer that types them. */
export interface Echo {
  readonly onOutput: Event<unknown>;
  write(key: string): void;
  end(): Promise<void> | void;
}

/** Starts the repeater in a session, with a viewer that types the keys. */
export async function openSessionEcho(context: BenchContext): Promise<Echo> {
  const { sessions } = context;
  const output = new Emitter<string>();
  const { id } = await sessions.create(context.sessionSpec(REPEATER, SCROLLBACK));
  const ready = waitForWords(output.event, READY);
  const attachment = await requireSession(sessions, id).attach({
    onData: (data) => output.fire(data),
    onExit() {},
  });
  await ready;
  return warmUp({
    onOutput: output.event,
    write: (key) => attachment.write(key),
    end: () => sessions.find(id)?.kill(),
  });
}

/** Starts the repeater in a bare terminal. */
export async function openTerminalEcho(terminals: BareTerminals): Promise<Echo> {
  const terminal = terminals.open(REPEATER);
  await waitForWords(terminal.onData.event, READY);
  return warmUp({
    onOutput: terminal.onData.event,
    write: (key) => terminal.write(key),
    end: () => terminal.end(),
  });
}

/** Starts the repeater in the process of a relay. */
export async function openRelayEcho(relay: Relay): Promise<Echo> {
  const output = new Emitter<Uint8Array>();
  const ready = waitForWords(output.event, READY);
  const socket = await relay.open(REPEATER, true);
  socket.on('data', (data) => output.fire(data));
  await ready;
  return warmUp({
    onOutput: output.event,
    write: (key) => socket.write(key),
    end: () => void socket.destroy(),
  });
}

/** Types `count` keys. Returns the milliseconds until each key's echo. */
export async function typeKeys(echo: Echo, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let key = 0; key < count; key++) {
    await new Promise((fulfil) => setTimeout(fulfil, PAUSE_MS));
    const start = performance.now();
    const echoed = nextEvent(echo.onOutput);
    echo.write('k');
    await echoed;
    times.push(performance.now() - start);
  }
  return times;
}

async function warmUp(echo: Echo): Promise<Echo> {
  await typeKeys(echo, WARM_UP_KEYS);
  return echo;
}

function nextEvent(event: Event<unknown>): Promise<void> {
  return new Promise((fulfil) => {
    const listener = event(() => {
      listener.dispose();
      fulfil();
    });
  });
}

/** Resolves once the output, strings or bytes, contains `words`. Has no time limit. */
function waitForWords(onOutput: Event<unknown>, words: string): Promise<void> {
  let text = '';
  return new Promise((fulfil) => {
    const listener = onOutput((data) => {
      text += typeof data === 'string' ? data : Buffer.from(data as Uint8Array).toString('latin1');
      if (text.includes(words)) {
        listener.dispose();
        fulfil();
      }
    });
  });
}
