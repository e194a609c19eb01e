import { fork } from 'node:child_process';
import { once } from 'node:events';
import { benchProgram } from '../../scripts/lib/bundles/benchBundle.mjs';
import type { ApiConnection } from '../../src/api/home/windowApi';
import type { FloodTiming } from '../loads/viewedFlood';

const PROGRAM = benchProgram('peers/socketViewerProgram');

/** A request to the viewer's process. One request runs at a time. */
export type ViewerTask =
  /** Attaches, and waits until the output contains `until`. */
  | { readonly kind: 'attach'; readonly sessionId: string; readonly until: string }
  /** Connects to a bare WebSocket, and waits until its output contains `until` if it is given. */
  | { readonly kind: 'connect'; readonly url: string; readonly until?: string }
  /** Presses Enter, and receives output until it contains `last`. */
  | { readonly kind: 'flood'; readonly last: string }
  | { readonly kind: 'keys'; readonly count: number }
  | { readonly kind: 'detach' };

/** The reply to a task; `flood` and `keys` are set for those tasks only. */
export interface ViewerResult {
  readonly error?: string;
  readonly flood?: FloodTiming;
  /** Time of each key's echo, in milliseconds. */
  readonly keys?: readonly number[];
}

/** Controls a separate process that attaches through the project's client library. */
export class SocketViewer {
  private readonly child;

  constructor({ url, token }: ApiConnection) {
    this.child = fork(PROGRAM, {
      env: { PATH: process.env['PATH'], AGENT_TERMINALS_URL: url, AGENT_TERMINALS_TOKEN: token },
    });
  }

  /** @throws {Error} if the task fails */
  async run(task: ViewerTask): Promise<ViewerResult> {
    this.child.send(task);
    const [result] = (await once(this.child, 'message')) as [ViewerResult];
    if (result.error !== undefined) {
      throw new Error(`The WebSocket viewer failed: ${result.error}`);
    }
    return result;
  }

  async end(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }
}
