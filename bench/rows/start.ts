import { requireSession } from '../../src/pty/sessionBackend';
import { programSpec } from '../../test/support/pty/realPty';
import { BenchCore, benchProvider, makeHome, makeNodeCli } from '../hosts/benchCore';
import type { BenchContext } from '../hosts/benchContext';
import { measureRounds } from '../measure/measureRounds';
import { endByNodePty, spawnByNodePty, waitForText } from '../peers/nodePty';
import { RCS } from '../report/goals';
import { compare, type Measurement, type Measurements } from '../report/row';

const READY = 'ready';
/** Content of `.bashrc`. The loop takes about 200 ms, as version managers do. */
const CONTENTS: Readonly<Record<(typeof RCS)[number], string>> = {
  'light rc': 'PS1="$ "\n',
  'heavy rc': 'i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done\n',
};

/** F5: time from a start through the login shell to the agent's first output. */
export async function measureStart(context: BenchContext, rounds: number): Promise<Measurements> {
  const cli = makeNodeCli(context);
  const measured: Record<string, Measurement> = {};
  for (const rc of RCS) {
    const home = makeHome(context, rc, CONTENTS[rc]);
    const core = new BenchCore({ providers: benchProvider(cli), home });
    try {
      const times = await measureRounds(rounds, {
        ours: () => timeStart(core),
        peer: () => timeLoginShell(cli, home),
      });
      measured[rc] = compare(times);
    } finally {
      await core.end();
    }
  }
  return measured;
}

/** Returns the milliseconds from a start to the agent's first output. */
async function timeStart(bench: BenchCore): Promise<number> {
  const before = performance.now();
  const id = await bench.start();
  let output = '';
  await new Promise<void>((fulfil, reject) => {
    const onData = (data: string): void => {
      output += data;
      if (output.includes(READY)) {
        fulfil();
      }
    };
    const session = requireSession(bench.core.sessions, id);
    session.attach({ onData, onExit() {} }).catch(reject);
  });
  const ms = performance.now() - before;
  await bench.core.sessions.find(id)?.kill();
  return ms;
}

async function timeLoginShell(cli: string, home: string): Promise<number> {
  const spec = programSpec('/bin/bash', ['-lic', cli]);
  const before = performance.now();
  const program = spawnByNodePty({ ...spec, env: { ...spec.env, HOME: home } });
  await waitForText(program, READY);
  const ms = performance.now() - before;
  await endByNodePty(program);
  return ms;
}
