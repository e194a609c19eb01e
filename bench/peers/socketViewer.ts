import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ApiConnection } from '../../src/api/home/windowApi';
import type { ViewedFlood } from '../loads/viewedFlood';

const PROGRAM = join(__dirname, 'socketViewerProgram.ts');

/** What the program of a viewer is told to do, one thing at a time. */
export type ViewerTask =
  /** Attaches, and waits until these words are there. */
  | { readonly kind: 'attach'; readonly sessionId: string; readonly until: string }
  /** Connects to a WebSocket that gives back what it gets. */
  | { readonly kind: 'connect'; readonly url: string }
  | { readonly kind: 'flood'; readonly last: string }
  | { readonly kind: 'keys'; readonly count: number }
  | { readonly kind: 'detach' };

/** What it answers, as far as the task gives anything. */
export interface ViewerAnswer {
  readonly error?: string;
  readonly flood?: ViewedFlood;
  /** The milliseconds that each key took. */
  readonly keys?: readonly number[];
}

/** A program of its own that attaches by the project's client, as a person's does. */
export class SocketViewer {
  private readonly child;

  constructor({ url, token }: ApiConnection) {
    this.child = fork(PROGRAM, {
      execArgv: ['--import=tsx'],
      env: { PATH: process.env['PATH'], AGENT_TERMINALS_URL: url, AGENT_TERMINALS_TOKEN: token },
    });
  }

  async do(task: ViewerTask): Promise<ViewerAnswer> {
    this.child.send(task);
    const [answer] = (await once(this.child, 'message')) as [ViewerAnswer];
    if (answer.error !== undefined) {
      throw new Error(`The viewer of the WebSocket failed: ${answer.error}`);
    }
    return answer;
  }

  async end(): Promise<void> {
    const isOver = once(this.child, 'exit');
    this.child.disconnect();
    await isOver;
  }
}
