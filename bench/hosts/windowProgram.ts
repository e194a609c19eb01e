import { requireSession } from '../../src/pty/sessionBackend';
import { createHostClient, type HostPaths } from './hostClients';
import { CollectedOutput } from '../loads/collectedOutput';

/** The argument of this program, as JSON. */
export interface WindowProgramArgs extends HostPaths {
  /** A text that only the screen of that session contains, by session id. */
  readonly marks: Readonly<Record<string, string>>;
}

/** Printed as one line of JSON once all sessions are drawn. */
export interface WindowReport {
  /** Time from the begin of this program's code until the last screen was drawn, in milliseconds. */
  readonly ms: number;
  /** Ids of the sessions whose screens contain their own mark and no other. */
  readonly matchedIds: readonly string[];
  /** Process ids of the sessions, by session id. */
  readonly pids: Readonly<Record<string, number | null>>;
}

/** Acts as a reloaded window: attaches to all sessions of the session host and runs until it is killed. */
async function windowProgram({ marks, ...paths }: WindowProgramArgs): Promise<void> {
  const client = createHostClient(paths);
  await client.connect();
  const checkSession = async ([id, mark]: readonly [string, string]): Promise<
    readonly string[]
  > => {
    const output = new CollectedOutput();
    await requireSession(client, id).attach({ onData: (data) => output.push(data), onExit() {} });
    const text = await output.waitFor(mark);
    const hasOtherMark = Object.values(marks).some(
      (other) => other !== mark && text.includes(other),
    );
    return hasOtherMark ? [] : [id];
  };
  const matchedIds = (await Promise.all(Object.entries(marks).map(checkSession))).flat();
  const pids = Object.fromEntries(client.list().map(({ id, pid }) => [id, pid]));
  const report: WindowReport = { ms: performance.now() - STARTED_AT, matchedIds, pids };
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

const STARTED_AT = performance.now();
void windowProgram(JSON.parse(process.argv[2] ?? '') as WindowProgramArgs);
