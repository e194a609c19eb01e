import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/pty/realPty';
import type { BenchContext } from '../hosts/benchContext';
import { measurePairs } from '../measure/measurePairs';
import { endByNodePty, spawnByNodePty } from '../peers/nodePty';
import { toRow, type Row, type Target } from '../report/row';
import { CollectedOutput } from '../loads/collectedOutput';
import { plainLog } from '../loads/workloads';

const BYTES = 1_000_000;
const SCROLLBACK = 1000;
const PHASES = 10;
const PHASE_MS = 10;

/**
 * `pace` is the part of the script that pauses and resumes reading. `maxRatio` is the goal for the time beside the
 * peer, `maxCpu` for the CPU in percent.
 */
const READERS = [
  { name: 'a fast reader', pace: '', pairs: 5, maxRatio: 2, maxCpu: undefined },
  {
    name: 'a reader that reads for 20 of every 100 ms',
    pace: 'const go=()=>{input.resume();setTimeout(()=>{input.pause();setTimeout(go,80)},20)};go()',
    pairs: 10,
    maxRatio: 2,
    maxCpu: 30,
  },
  {
    name: 'a reader that does not read for 3 s',
    pace: 'input.pause();setTimeout(()=>input.resume(),3000)',
    pairs: 5,
    maxRatio: undefined,
    maxCpu: 5,
  },
] as const;

/** Prints the hash of its input once it has received all bytes. */
const READER = `
const input=process.stdin,hash=require('crypto').createHash('sha256');
let bytes=0;
input.setRawMode(true);
input.on('data',(data)=>{
  hash.update(data);bytes+=data.length;
  if(bytes>=${BYTES}){console.log('hash '+hash.digest('hex')+'.')}
});
PACE;
console.log('ready');`;

/** A program that reads a paste. */
interface Reader {
  readonly output: CollectedOutput;
  write(data: Uint8Array): void;
  end(): Promise<void>;
}

interface PasteResult {
  readonly ms: number;
  /** CPU time of this process, in percent of one core. */
  readonly cpu: number;
}

/** P14: time and CPU of a large paste, also to a program that reads slowly or not at all. */
export async function pasteRows(context: BenchContext): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { name, pace, pairs, maxRatio, maxCpu } of READERS) {
    const program = programSpec(process.execPath, ['-e', READER.replace('PACE', pace)]);
    const measured = await measurePairs(
      pairs,
      pasteAtPhases(() => openSession(context, program)),
      pasteAtPhases(() => openProgram(program)),
    );
    const row = (unit: 'ms' | '%', target: Target | undefined): Row =>
      toRow(
        {
          id: 'P14',
          what: `1 MB pasted to ${name}${unit === '%' ? ': CPU' : ''}`,
          peerName: 'node-pty',
          unit,
          target,
        },
        measured.map(({ ours, peer }) => ({
          ours: unit === '%' ? ours.cpu : ours.ms,
          peer: unit === '%' ? peer.cpu : peer.ms,
        })),
      );
    if (maxRatio !== undefined) {
      rows.push(row('ms', { kind: 'atMost', value: maxRatio }));
    }
    if (maxCpu !== undefined) {
      rows.push(row('%', { kind: 'atMost', value: maxCpu, of: 'ours' }));
    }
  }
  return rows;
}

/** Pastes at another phase of the reader's pauses in each call. */
function pasteAtPhases(open: () => Promise<Reader>): () => Promise<PasteResult> {
  let turn = 0;
  return async () => {
    const reader = await open();
    await reader.output.waitFor('ready');
    await sleep((turn++ % PHASES) * PHASE_MS);
    return paste(reader);
  };
}

/** Pastes, and waits until the reader has printed the hash. @throws {Error} if the hash differs */
async function paste(reader: Reader): Promise<PasteResult> {
  const data = plainLog(BYTES).subarray(0, BYTES);
  const expected = createHash('sha256').update(data).digest('hex');
  const before = performance.now();
  const cpuBefore = process.cpuUsage();
  reader.write(data);
  const output = await reader.output.waitFor('.');
  const ms = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  await reader.end();
  if (!output.includes(`hash ${expected}.`)) {
    throw new Error('The reader received other data than was pasted.');
  }
  return { ms, cpu: (user + system) / 10 / ms };
}

async function openSession(context: BenchContext, program: PtySpawnSpec): Promise<Reader> {
  const { sessions } = context;
  const { id } = await sessions.create(context.sessionSpec(program, SCROLLBACK));
  const output = new CollectedOutput();
  const attachment = await sessions.attach(id, {
    onData: (data) => output.push(data),
    onExit() {},
  });
  return { output, write: (data) => attachment.write(data), end: () => sessions.kill(id) };
}

function openProgram(spec: PtySpawnSpec): Promise<Reader> {
  const program = spawnByNodePty(spec);
  const output = new CollectedOutput();
  program.onData((data) => output.push(data));
  return Promise.resolve({
    output,
    write: (data) => program.write(Buffer.from(data)),
    end: () => endByNodePty(program),
  });
}
