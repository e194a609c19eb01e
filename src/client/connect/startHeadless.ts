import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';
import { SerialQueue } from '../../base/serialQueue';
import { ClientError } from '../clientError';
import { homeOf, type EndpointChoice, type HeadlessServer, type HeadlessServers } from './endpoint';
import { toApiError } from './parseApiError';

/** The request for the address of the API, which opens a core if no window is open. */
const OPEN = { id: 1, method: 'open' } as const;

/** The processes of this program, by the path of the command line and the folder. */
const processes = new Map<string, HeadlessProcess>();

/**
 * Runs cores by the installed command line, `agent-terminals serve --stdio`. Each process ends, and
 * releases its sessions, when this process ends; it does not keep this process alive.
 */
export function headlessByCommandLine(env: EndpointChoice['env']): HeadlessServers {
  const script = join(homeOf(env), 'bin', 'agent-terminals.cjs');
  let opened: string | undefined;
  const locate = async (key: string, server: HeadlessProcess): Promise<HeadlessServer> => {
    try {
      return await server.locate();
    } catch (error) {
      processes.delete(key);
      server.end();
      throw error;
    }
  };
  return {
    open: ({ path }) => {
      const key = `${script} ${path}`;
      opened = key;
      const server = processes.get(key) ?? new HeadlessProcess(script, path, env);
      processes.set(key, server);
      return locate(key, server);
    },
    // The process returns the API of a window if it has no operation.
    findInUse: async () => {
      const server = opened === undefined ? undefined : processes.get(opened);
      return server && opened !== undefined
        ? locate(opened, server).catch(() => undefined)
        : undefined;
    },
  };
}

/** A process without a window. It keeps this one alive only while this one waits for its answer. */
class HeadlessProcess {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly lines: Interface;
  private readonly calls = new SerialQueue();

  constructor(script: string, cwd: string, env: EndpointChoice['env']) {
    this.child = spawn(process.execPath, [script, 'serve', '--stdio'], {
      cwd,
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    // The end of the process is reported by its own event.
    this.child.stdin.on('error', () => {});
    this.lines = createInterface({ input: this.child.stdout });
  }

  /** @throws {ClientError} what `open` reports; `NO_WINDOW` when the process has ended. */
  locate(): Promise<HeadlessServer> {
    return this.calls.run(async () => {
      this.hold('ref');
      const controller = new AbortController();
      const { signal } = controller;
      try {
        return toServer(await Promise.race([this.ask(signal), this.whenGone(signal)]));
      } finally {
        controller.abort();
        this.hold('unref');
      }
    });
  }

  end(): void {
    this.child.stdin.end();
  }

  private async ask(signal: AbortSignal): Promise<unknown> {
    this.child.stdin.write(`${JSON.stringify(OPEN)}\n`);
    const [line] = (await once(this.lines, 'line', { signal })) as [string];
    return tryParseJson(line);
  }

  private async whenGone(signal: AbortSignal): Promise<never> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      await once(this.child, 'exit', { signal });
    }
    throw new ClientError(
      'NO_WINDOW',
      'No window is open, and the command line of Agent Terminals could not start. Open the folder in VS Code once.',
    );
  }

  private hold(change: 'ref' | 'unref'): void {
    const { child } = this;
    child[change]();
    // Pipes of child processes are sockets.
    [child.stdin, child.stdout].forEach((pipe) => pipe instanceof Socket && pipe[change]());
  }
}

/** @throws {ClientError} of the answer. */
function toServer(answer: unknown): HeadlessServer {
  const result = isRecord(answer) && isRecord(answer['result']) ? answer['result'] : {};
  const { socket, token, folder } = result;
  if (typeof socket !== 'string' || typeof token !== 'string' || typeof folder !== 'string') {
    const other = 'The command line of Agent Terminals is of another version.';
    throw toApiError(answer) ?? new ClientError('NO_WINDOW', other);
  }
  return { socket, token, folder };
}
