import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../src/base/atomicFile';
import { systemClock } from '../../src/base/clock';
import { withFileLock } from '../../src/base/fileLock';
import { programSpec } from '../../test/support/pty/realPty';
import { BenchCore, benchProvider, makeHome, makeNodeCli } from '../hosts/benchCore';
import type { BenchContext } from '../hosts/benchContext';
import { HostHome } from '../hosts/hostHome';
import { measureRounds } from '../measure/measureRounds';
import { endByNodePty, spawnByNodePty, waitForText } from '../peers/nodePty';
import { toRow, type Row, type Target } from '../report/row';
import { waitForSession } from '../loads/waitForSession';

const ROUNDS = 11;
const READY = 'ready';
/** Content of `.bashrc`. The loop takes about 200 ms, as version managers do. */
const RC = {
  'light rc': 'PS1="$ "\n',
  'heavy rc': 'i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done\n',
} as const;

/** P8: time from a start to the agent's first output, with a short and a long rc file. */
export async function spawnRows(context: BenchContext): Promise<readonly Row[]> {
  const host = await HostHome.create();
  try {
    return await rowsWith(context, host);
  } finally {
    await host.end();
  }
}

async function rowsWith(context: BenchContext, host: HostHome): Promise<readonly Row[]> {
  const cli = makeNodeCli(context);
  const rows: Row[] = [];
  for (const [name, rc] of Object.entries(RC)) {
    const home = makeHome(context, name, rc);
    const providers = benchProvider(cli);
    const { extensionPath } = host;
    const cores = {
      direct: new BenchCore({ spawnMode: 'direct', providers, home }),
      shell: new BenchCore({ spawnMode: 'shell', providers, home }),
      host: new BenchCore({
        ...{ spawnMode: 'direct', persistence: 'host', providers, home, extensionPath },
      }),
    };
    try {
      rows.push(...(await measureRows(name, cores, { cli, home })));
    } finally {
      await Promise.all(Object.values(cores).map((core) => core.end()));
    }
  }
  return rows;
}

type Cores = Readonly<Record<'direct' | 'shell' | 'host', BenchCore>>;

/** Names of modes and peers in rows. */
const NAMES = {
  direct: 'direct',
  shell: 'shell',
  host: 'direct in the session host',
  bare: 'node-pty',
  claimed: 'node-pty after a claim in a file',
  login: 'bash -lic',
} as const;

async function measureRows(
  rc: string,
  cores: Cores,
  { cli, home }: { readonly cli: string; readonly home: string },
): Promise<readonly Row[]> {
  const rounds = await measureRounds(ROUNDS, {
    bare: () => timeProgram(cli, [], home),
    claimed: () => timeClaimed(cli, home),
    login: () => timeProgram('/bin/bash', ['-lic', cli], home),
    direct: () => timeStart(cores.direct),
    shell: () => timeStart(cores.shell),
    host: () => timeStart(cores.host),
  });
  const row = (
    mode: keyof Cores,
    other: 'bare' | 'claimed' | 'login' | 'direct',
    target?: Target,
  ): Row => {
    const what = `start to first output, ${NAMES[mode]}, ${rc}`;
    const peerName = other === 'direct' ? 'in the window' : NAMES[other];
    const pairs = rounds.map((round) => ({ ours: round[mode], peer: round[other] }));
    return toRow({ id: 'P8', unit: 'ms', what, peerName, target }, pairs);
  };
  return [
    row('direct', 'bare', { kind: 'atMost', value: 1.15 }),
    row('direct', 'claimed'),
    row('direct', 'login'),
    row('shell', 'login'),
    row('host', 'bare', { kind: 'atMost', value: 1.15 }),
    row('host', 'claimed'),
    row('host', 'direct'),
  ];
}

/** Returns the milliseconds from a start to the agent's first output. */
async function timeStart(bench: BenchCore): Promise<number> {
  const before = performance.now();
  const id = await bench.start();
  await waitForSession(bench.core.sessions, id, READY);
  const ms = performance.now() - before;
  await bench.core.sessions.kill(id);
  return ms;
}

/** Starts a program after a claim: under a file lock, reads the directory and replaces the window's file. */
async function timeClaimed(file: string, home: string): Promise<number> {
  const before = performance.now();
  await withFileLock(join(home, 'claims'), systemClock, async () => {
    await readdir(home);
    await replaceFile(join(home, 'window.json'), '{}');
  });
  return performance.now() - before + (await timeProgram(file, [], home));
}

async function timeProgram(file: string, args: readonly string[], home: string): Promise<number> {
  const spec = programSpec(file, args);
  const before = performance.now();
  const program = spawnByNodePty({ ...spec, env: { ...spec.env, HOME: home } });
  await waitForText(program, READY);
  const ms = performance.now() - before;
  await endByNodePty(program);
  return ms;
}
