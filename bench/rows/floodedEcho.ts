import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import { CPrograms } from '../peers/cPrograms';
import { makeFlood } from '../loads/makeFlood';
import { measureRounds, type Measure } from '../measure/measureRounds';
import { endByNodePty, spawnByNodePty } from '../peers/nodePty';
import {
  openNodePtyEcho,
  openRelayEcho,
  openSessionEcho,
  openTerminalEcho,
  openTmuxEcho,
} from '../loads/openEcho';
import { BARE_TERMINAL, withBareTerminals } from '../peers/bareTerminals';
import { RELAY, TERMINAL_RELAY, withRelay } from '../peers/relay';
import type { RelayKind } from '../peers/relayProgram';
import { percentileRow } from '../report/percentileRow';
import type { Row, RowTitle } from '../report/row';
import { Tmux } from '../peers/tmux';
import { PAUSE_MS, typeKeys, type Echo } from '../loads/typeKeys';
import { withHost } from '../hosts/withHost';

const run = promisify(execFile);
const MOST_FLOODS = 50;
const FLOODS = [10, MOST_FLOODS];
/** Of each round. */
const KEYS = 40;
const ROUNDS = 5;
const SCROLLBACK = 1000;
/** Time for the floods to reach full speed. */
const SETTLE_MS = 300;
const ALL_FLOOD = { limitMs: 10_000, what: 'the output of all floods' };

/** Begin of the row text of each side. */
const PREFIXES = { ours: '', host: 'in the session host, ' } as const;

type Times = readonly number[];

/** P3: echo of a key beside sessions that write without pause and have no viewer. */
export async function floodedEchoRows(context: BenchContext): Promise<readonly Row[]> {
  const flood = await makeFlood(context);
  return flood ? withHost((hosted) => allRows(context, hosted.context, flood)) : [];
}

async function allRows(
  context: BenchContext,
  hosted: BenchContext,
  flood: PtySpawnSpec,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const count of FLOODS) {
    rows.push(...(await rowsOf(context, hosted, { flood, count })));
  }
  return rows;
}

async function rowsOf(
  context: BenchContext,
  hosted: BenchContext,
  { flood, count }: { readonly flood: PtySpawnSpec; readonly count: number },
): Promise<readonly Row[]> {
  const tmux = new Tmux(context.directory);
  const pollEcho = await new CPrograms(context.directory).compile('pollEcho');
  const rounds = await measureRounds<string, Times>(ROUNDS, {
    ours: () => typeInSession(context, flood, count),
    host: () => typeInSession(hosted, flood, count),
    nodePty: () => typeByNodePty(flood, count),
    terminal: () => typeInTerminal(flood, count),
    relay: () => typeByRelay(context, 'ptys', { flood, count }),
    terminalRelay: () => typeByRelay(context, 'terminals', { flood, count }),
    c: () => typeInC(pollEcho, flood, count),
    ...((await tmux.isAvailable())
      ? { tmux: () => typeInTmux(context, tmux, { flood, count }) }
      : {}),
  });
  const row = (
    side: keyof typeof PREFIXES,
    [percent, peer]: readonly [number, string],
    rest: Pick<RowTitle, 'peerName' | 'target'>,
  ): Row => {
    const what = `${PREFIXES[side]}echo beside ${count} floods, ${ROUNDS * KEYS} keys, p${percent}`;
    const pairs = rounds.map((round) => ({ ours: round[side] ?? [], peer: round[peer] ?? [] }));
    return percentileRow({ id: 'P3', what, unit: 'ms', ...rest }, pairs, percent);
  };
  const atMost = (value: number) => ({ kind: 'atMost', value }) as const;
  const hasTmux = 'tmux' in (rounds[0] ?? {});
  const byTmux = {
    peerName: 'tmux attach',
    target: count === MOST_FLOODS ? atMost(0.2) : undefined,
  };
  return [
    row('ours', [50, 'nodePty'], { peerName: 'node-pty', target: atMost(2) }),
    row('ours', [50, 'terminal'], { peerName: BARE_TERMINAL }),
    row('ours', [50, 'c'], { peerName: 'a poll loop in C' }),
    ...(hasTmux ? [row('ours', [99, 'tmux'], byTmux)] : []),
    row('host', [50, 'relay'], { peerName: RELAY, target: atMost(2) }),
    row('host', [50, 'terminalRelay'], { peerName: TERMINAL_RELAY }),
    row('host', [50, 'nodePty'], { peerName: 'node-pty', target: atMost(2) }),
    row('host', [50, 'ours'], { peerName: 'in the window' }),
    row('host', [99, 'ours'], { peerName: 'in the window' }),
    ...(hasTmux ? [row('host', [99, 'tmux'], byTmux)] : []),
    row('host', [99, 'terminalRelay'], { peerName: TERMINAL_RELAY }),
  ];
}

async function typeInSession(
  context: BenchContext,
  flood: PtySpawnSpec,
  count: number,
): Promise<Times> {
  const { sessions } = context;
  const echo = await openSessionEcho(context);
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    ids.push((await sessions.create(context.sessionSpec(flood, SCROLLBACK))).id);
  }
  await waitFor(() => ids.every((id) => sessions.get(id)?.hasOutput), ALL_FLOOD);
  return typeAndEnd(echo, () => Promise.all(ids.map((id) => sessions.kill(id))));
}

async function typeByNodePty(flood: PtySpawnSpec, count: number): Promise<Times> {
  const echo = await openNodePtyEcho();
  const floods = Array.from({ length: count }, () => spawnByNodePty(flood));
  const flooding = new Set<unknown>();
  floods.forEach((program) => program.onData(() => flooding.add(program)));
  await waitFor(() => flooding.size === count, ALL_FLOOD);
  return typeAndEnd(echo, () => Promise.all(floods.map(endByNodePty)));
}

function typeInTerminal(flood: PtySpawnSpec, count: number): Promise<Times> {
  return withBareTerminals(async (terminals) => {
    const echo = await openTerminalEcho(terminals);
    const floods = Array.from({ length: count }, () => terminals.open(flood));
    const flooding = new Set<unknown>();
    floods.forEach((one) => one.onData.event(() => flooding.add(one)));
    await waitFor(() => flooding.size === count, ALL_FLOOD);
    return typeAndEnd(echo, () => Promise.all(floods.map((one) => one.end())));
  });
}

function typeByRelay(
  { directory }: BenchContext,
  kind: RelayKind,
  { flood, count }: { readonly flood: PtySpawnSpec; readonly count: number },
): Promise<Times> {
  return withRelay(directory, kind, async (relay) => {
    const echo = await openRelayEcho(relay);
    for (let index = 0; index < count; index++) {
      await once(await relay.open(flood, false), 'data');
    }
    return typeAndEnd(echo, () => Promise.resolve());
  });
}

async function typeInC(
  pollEcho: string,
  { file, args, env }: PtySpawnSpec,
  count: number,
): Promise<Times> {
  const numbers = [KEYS, PAUSE_MS, count].map(String);
  const { stdout } = await run(pollEcho, [...numbers, file, ...args], { env: { ...env } });
  return stdout.trim().split('\n').map(Number);
}

async function typeInTmux(
  context: BenchContext,
  tmux: Tmux,
  { flood, count }: { readonly flood: PtySpawnSpec; readonly count: number },
): Promise<Times> {
  const echo = await openTmuxEcho(context, tmux);
  for (let index = 0; index < count; index++) {
    await tmux.command('new-window', '-d', '--', flood.file, ...flood.args);
  }
  return typeAndEnd(echo, () => Promise.resolve());
}

async function typeAndEnd(echo: Echo, endFloods: Measure<unknown>): Promise<Times> {
  await sleep(SETTLE_MS);
  const times = await typeKeys(echo, KEYS);
  await endFloods();
  await echo.end();
  return times;
}
