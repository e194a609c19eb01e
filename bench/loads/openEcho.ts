import { Emitter } from '../../src/base/event';
import { programSpec, waitForOutput } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import type { BareTerminals } from '../peers/bareTerminals';
import { endByNodePty, spawnByNodePty, waitForText } from '../peers/nodePty';
import type { Relay } from '../peers/relay';
import type { Tmux } from '../peers/tmux';
import { withHistory, type History } from './history';
import { REPEATER, typeKeys, type Echo } from './typeKeys';
import { waitForWords } from './viewedFlood';

const [FILE, ...ARGS] = REPEATER;
const PROGRAM = programSpec(FILE, ARGS);
const READY = 'ready';
const SCROLLBACK = 1000;
/** Keys that are not measured, while code is compiled and terminals are first drawn. */
const WARM_UP_KEYS = 20;

/** Starts the repeater in a session, with a viewer that types the keys. Its scrollback holds the rows of `history`. */
export async function openSessionEcho(context: BenchContext, history?: History): Promise<Echo> {
  const { sessions } = context;
  const output = new Emitter<string>();
  const program = withHistory(PROGRAM, history);
  const scrollback = history?.rows ?? SCROLLBACK;
  const { id } = await sessions.create(context.sessionSpec(program, scrollback));
  const ready = waitForWords(output.event, READY);
  const attachment = await sessions.attach(id, {
    onData: (data) => output.fire(data),
    onExit() {},
  });
  await ready;
  return warmUp({
    onOutput: output.event,
    write: (key) => attachment.write(key),
    end: () => sessions.kill(id),
  });
}

/** Starts the repeater on a bare PTY of `node-pty`. */
export async function openNodePtyEcho(history?: History): Promise<Echo> {
  const program = spawnByNodePty(withHistory(PROGRAM, history));
  await waitForText(program, READY);
  return warmUp({
    onOutput: program.onData,
    write: (key) => program.write(key),
    end: () => endByNodePty(program),
  });
}

/** Starts the repeater in a bare terminal. */
export async function openTerminalEcho(terminals: BareTerminals, history?: History): Promise<Echo> {
  const terminal = terminals.open(withHistory(PROGRAM, history), history?.rows);
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
  const socket = await relay.open(PROGRAM, true);
  socket.on('data', (data) => output.fire(data));
  await ready;
  return warmUp({
    onOutput: output.event,
    write: (key) => socket.write(key),
    end: () => void socket.destroy(),
  });
}

/** Starts the repeater in tmux, with an attached client. `end` also ends the server. */
export async function openTmuxEcho({ spawner }: BenchContext, tmux: Tmux): Promise<Echo> {
  await tmux.command('new-session', '-d', '-x', '80', '-y', '24', '--', ...REPEATER);
  await tmux.command('set', '-g', 'status', 'off');
  const client = spawner.spawn({ ...PROGRAM, ...tmux.program('attach') });
  await waitForOutput(client, READY);
  return warmUp({
    onOutput: client.onData,
    write: (key) => client.write(Buffer.from(key)),
    end: async () => {
      client.dispose();
      await tmux.end();
    },
  });
}

async function warmUp(echo: Echo): Promise<Echo> {
  await typeKeys(echo, WARM_UP_KEYS);
  return echo;
}
