import { requireSession } from '../../src/pty/sessionBackend';
import { createHostClient, type HostPaths } from './hostClients';
import { Seen } from '../loads/seen';

/** What a process that plays a window is told. */
export interface WindowProgramArgs extends HostPaths {
  /** What the screen of each session says that no other's does, by its id. */
  readonly marks: Readonly<Record<string, string>>;
}

/** What it says when all is there again, in one line of JSON. */
export interface WindowReport {
  /** From the moment its code was there until the last screen was drawn, in milliseconds. */
  readonly ms: number;
  /** The ids of sessions whose screens show what they should, and nobody else's mark. */
  readonly right: readonly string[];
  /** The processes of all sessions, by id. */
  readonly pids: Readonly<Record<string, number | null>>;
}

/** Plays a window that was reloaded: attaches to all sessions of the host, and stays until it is killed. */
async function windowProgram({ marks, ...paths }: WindowProgramArgs): Promise<void> {
  const client = createHostClient(paths);
  await client.connect();
  const isRight = async ([id, mark]: readonly [string, string]): Promise<readonly string[]> => {
    const seen = new Seen();
    await requireSession(client, id).attach({ onData: (data) => seen.push(data), onExit() {} });
    const text = await seen.waitFor(mark);
    const isStrange = Object.values(marks).some((other) => other !== mark && text.includes(other));
    return isStrange ? [] : [id];
  };
  const right = (await Promise.all(Object.entries(marks).map(isRight))).flat();
  const pids = Object.fromEntries(client.list().map(({ id, pid }) => [id, pid]));
  const report: WindowReport = { ms: performance.now() - BEGAN, right, pids };
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

const BEGAN = performance.now();
void windowProgram(JSON.parse(process.argv[2] ?? '') as WindowProgramArgs);
