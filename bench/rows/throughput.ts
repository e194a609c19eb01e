import { once } from 'node:events';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { STREAM_SIZE } from '../../test/support/pty/screens';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { withHost } from '../hosts/withHost';
import { recordedTui } from '../loads/recordedTui';
import { colouredLog, plainLog } from '../loads/workloads';
import { measureRounds, timeOf } from '../measure/measureRounds';
import { cpuMsOf, hasProcFs, ownCpuMs } from '../measure/processStats';
import { withBareTerminals, type BareTerminals } from '../peers/bareTerminals';
import { withRelay, type Relay } from '../peers/relay';
import { LOGS, PLACES } from '../report/goals';
import { compare, type Measurement, type Measurements } from '../report/row';
import { requireSession } from '../../src/pty/sessionBackend';

const BYTES = 15_000_000;
const SCROLLBACK = 1000;
const MAKERS: Readonly<Record<(typeof LOGS)[number], (bytes: number) => Buffer>> = {
  'plain log': plainLog,
  'coloured log': colouredLog,
  'full-screen': recordedTui,
};

interface Flow {
  /** MB per second until the output has been read, or received by the viewer. */
  readonly rate: number;
  /** CPU time of all processes with a screen or a viewer until all output is parsed, in milliseconds. */
  readonly cpu: number;
}

/** Runs a program to its end. Resolves to a function that waits until its output is parsed. */
type RunProgram = (program: PtySpawnSpec) => Promise<() => Promise<unknown>>;

interface Side {
  readonly run: RunProgram;
  readonly cpuMs: () => number;
}

/** F3: rate and CPU time of output through window and session host, with and without a viewer. */
export async function measureThroughput(
  context: BenchContext,
  rounds: number,
): Promise<Measurements> {
  if (!hasProcFs()) {
    context.skip('F3', 'this system has no /proc');
    return {};
  }
  return withHost((hosted) =>
    withBareTerminals((terminals) =>
      withRelay(context.directory, async (relay) => {
        const hostCpuMs = (): number => ownCpuMs() + cpuMsOf(hosted.pid);
        const peers = peersOf(terminals, relay);
        const sides = Object.fromEntries(
          PLACES.flatMap(({ name, isHosted, isViewed }) => {
            const place = isHosted ? hosted.context : context;
            const run = (program: PtySpawnSpec) =>
              isViewed ? runWithViewer(place, program) : runWithoutViewer(place, program);
            const peer = isViewed && isHosted ? peers.relay : isViewed ? peers.viewed : peers.bare;
            return [
              [`${name}: ours`, { run, cpuMs: isHosted ? hostCpuMs : ownCpuMs }],
              [`${name}: peer`, peer],
            ];
          }),
        ) as Readonly<Record<string, Side>>;
        return measureLogs(context, sides, rounds);
      }),
    ),
  );
}

async function measureLogs(
  context: BenchContext,
  sides: Readonly<Record<string, Side>>,
  count: number,
): Promise<Measurements> {
  const measured: Record<string, Measurement> = {};
  for (const log of LOGS) {
    const content = MAKERS[log](BYTES);
    const program = programSpec('cat', [context.writeFile('output.log', content)], STREAM_SIZE);
    const rounds = await measureRounds(
      count,
      Object.fromEntries(
        Object.entries(sides).map(([name, side]) => [
          name,
          () => measureFlow(side, program, content.length),
        ]),
      ),
    );
    for (const { name } of PLACES) {
      const of = (key: keyof Flow) =>
        compare(
          rounds.map((round) => ({
            ours: round[`${name}: ours`]?.[key] ?? NaN,
            peer: round[`${name}: peer`]?.[key] ?? NaN,
          })),
        );
      measured[`${log}, ${name}: rate`] = of('rate');
      measured[`${log}, ${name}: CPU`] = of('cpu');
    }
  }
  return measured;
}

async function measureFlow({ run, cpuMs }: Side, program: PtySpawnSpec, bytes: number) {
  const before = cpuMs();
  let settle = (): Promise<unknown> => Promise.resolve();
  const ms = await timeOf(async () => {
    settle = await run(program);
  });
  await settle();
  return { rate: bytes / 1000 / ms, cpu: cpuMs() - before };
}

async function runWithoutViewer(context: BenchContext, program: PtySpawnSpec) {
  const { sessions } = context;
  const { id } = await sessions.create(context.sessionSpec(program, SCROLLBACK));
  await new Promise<void>((fulfil) => {
    const listener = sessions.onDidChange(({ type, session }) => {
      if (type === 'exit' && session.id === id) {
        listener.dispose();
        fulfil();
      }
    });
  });
  return async () => {
    await requireSession(sessions, id).text();
    await sessions.find(id)?.kill();
  };
}

/** The viewer was sent the exit, and the screen was read. */
async function runWithViewer(context: BenchContext, program: PtySpawnSpec) {
  const { sessions } = context;
  const { id } = await sessions.create(context.sessionSpec(program, SCROLLBACK));
  let chars = 0;
  await new Promise<void>((fulfil, reject) => {
    const onData = (data: string): void => void (chars += data.length);
    requireSession(sessions, id)
      .attach({ onData, onExit: () => fulfil() })
      .catch(reject);
  });
  await requireSession(sessions, id).text();
  await sessions.find(id)?.kill();
  assertReceived(chars);
  return () => Promise.resolve();
}

/** Bare terminals without and with a viewer, and with one behind a socket. */
function peersOf(terminals: BareTerminals, relay: Relay) {
  const bare: RunProgram = async (program) => {
    const terminal = terminals.open(program);
    const parsed = new Promise<void>((fulfil) => void terminal.onEnd.event(() => fulfil()));
    await new Promise<void>((fulfil) => void terminal.onExit.event(() => fulfil()));
    return () => parsed;
  };
  const viewed: RunProgram = async (program) => {
    const terminal = terminals.open(program);
    const received = receiveText();
    terminal.onData.event(received.add);
    await new Promise<void>((fulfil) => void terminal.onEnd.event(() => fulfil()));
    return received.check;
  };
  const overSocket: RunProgram = async (program) => {
    const socket = await relay.open(program, true);
    const received = receiveText();
    socket.on('data', received.add);
    await once(socket, 'end');
    return received.check;
  };
  return {
    bare: { run: bare, cpuMs: ownCpuMs },
    viewed: { run: viewed, cpuMs: ownCpuMs },
    relay: { run: overSocket, cpuMs: () => ownCpuMs() + cpuMsOf(relay.pid) },
  };
}

/** Decodes output as sessions do for their viewers, and counts it. */
function receiveText() {
  const decoder = new TextDecoder();
  let chars = 0;
  return {
    add: (bytes: Uint8Array) => void (chars += decoder.decode(bytes, { stream: true }).length),
    check: () => Promise.resolve(assertReceived(chars)),
  };
}

/** @throws {Error} if most of the output is missing */
function assertReceived(chars: number): void {
  if (chars < BYTES / 2) {
    throw new Error(`The viewer received ${chars} characters.`);
  }
}
