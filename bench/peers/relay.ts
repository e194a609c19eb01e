import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { benchProgram } from '../../scripts/lib/bundles/benchBundle.mjs';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';
import type { RelayRequest } from './relayProgram';

const PROGRAM = benchProgram('peers/relayProgram');

/** Bare terminals in a process of their own, which passes their output on through a Unix socket. */
export class Relay {
  private constructor(
    private readonly child: ChildProcess,
    private readonly path: string,
  ) {}

  get pid(): number {
    return this.child.pid ?? NaN;
  }

  /**
   * @param directory for the socket, of one relay at a time
   * @throws {Error} if its process ends
   */
  static async start(directory: string): Promise<Relay> {
    const path = join(directory, 'relay.sock');
    const child = fork(PROGRAM, [path]);
    const ended = once(child, 'exit').then(() => {
      throw new Error('The process between node-pty and its viewers has ended.');
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => {});
    return new Relay(child, path);
  }

  /** Starts a program. The socket carries its input and output, and kills it when it is destroyed. */
  async open(program: PtySpawnSpec, isViewed: boolean): Promise<Socket> {
    const socket = connect(this.path);
    await once(socket, 'connect');
    socket.write(`${JSON.stringify({ program, isViewed } satisfies RelayRequest)}\n`);
    return socket;
  }

  /** Kills the process, whose programs then end. */
  async end(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
    rmSync(this.path);
  }
}

/** Calls `use` with a new relay, which is ended once `use` has settled. */
export async function withRelay<T>(
  directory: string,
  use: (relay: Relay) => Promise<T>,
): Promise<T> {
  const relay = await Relay.start(directory);
  try {
    return await use(relay);
  } finally {
    await relay.end();
  }
}
