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

/** When a reader reads, as the script that it runs, and what is asked of the paste. */
const READERS = [
  { name: 'a fast reader', pace: '', pairs: 5, time: 2, cpu: undefined },
  {
    name: 'a reader that reads 20 of 100 ms',
    pace: 'const go=()=>{input.resume();setTimeout(()=>{input.pause();setTimeout(go,80)},20)};go()',
    pairs: 10,
    time: 2,
    cpu: 30,
  },
  {
    name: 'a reader that does not read for 3 s',
    pace: 'input.pause();setTimeout(()=>input.resume(),3000)',
    pairs: 1,
    time: undefined,
    cpu: 5,
  },
] as const;

/** Tells the hash of what it was sent once all of it has come. */
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

/** A program that reads, and a way to send it something. */
interface Reader {
  readonly seen: CollectedOutput;
  write(data: Uint8Array): void;
  end(): Promise<void>;
}

interface PasteResult {
  readonly ms: number;
  /** Of this process, in percent of a core. */
  readonly cpu: number;
}

/** P14: a large paste arrives whole, soon, and costs nothing while the program does not read it. */
export async function pasteRows(context: BenchContext): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { name, pace, pairs, time, cpu } of READERS) {
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
    if (time !== undefined) {
      rows.push(row('ms', { kind: 'atMost', value: time }));
    }
    if (cpu !== undefined) {
      rows.push(row('%', { kind: 'atMost', value: cpu, of: 'ours' }));
    }
  }
  return rows;
}

/** Each time a little later after the reader is there, so that all phases of its reading are met. */
function pasteAtPhases(open: () => Promise<Reader>): () => Promise<PasteResult> {
  let turn = 0;
  return async () => {
    const reader = await open();
    await reader.seen.waitFor('ready');
    await sleep((turn++ % PHASES) * PHASE_MS);
    return paste(reader);
  };
}

/** Until the reader has told that it has all of it, unchanged. */
async function paste(reader: Reader): Promise<PasteResult> {
  const data = plainLog(BYTES).subarray(0, BYTES);
  const expected = createHash('sha256').update(data).digest('hex');
  const before = performance.now();
  const cpuBefore = process.cpuUsage();
  reader.write(data);
  const output = await reader.seen.waitFor('.');
  const ms = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  await reader.end();
  if (!output.includes(`hash ${expected}.`)) {
    throw new Error('What the reader got is not what it was sent.');
  }
  return { ms, cpu: (user + system) / 10 / ms };
}

async function openSession(context: BenchContext, program: PtySpawnSpec): Promise<Reader> {
  const { sessions } = context;
  const { id } = await sessions.create(context.sessionSpec(program, SCROLLBACK));
  const seen = new CollectedOutput();
  const attachment = await sessions.attach(id, { onData: (data) => seen.push(data), onExit() {} });
  return { seen, write: (data) => attachment.write(data), end: () => sessions.kill(id) };
}

function openProgram(spec: PtySpawnSpec): Promise<Reader> {
  const program = spawnByNodePty(spec);
  const seen = new CollectedOutput();
  program.onData((data) => seen.push(data));
  return Promise.resolve({
    seen,
    write: (data) => program.write(Buffer.from(data)),
    end: () => endByNodePty(program),
  });
}
