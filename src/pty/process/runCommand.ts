import { spawn, type ChildProcess } from 'node:child_process';
import { systemClock, type Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { DisposableStore, toDisposable } from '../../base/lifecycle';
import type { CommandRequest, CommandResult, RunCommand } from './command';

/** How long output is still read after the program's end, from processes that it left running. */
const DRAIN_MS = 200;
/** How long a cancelled program may take to clean up. */
const CANCEL_GRACE_MS = 5000;
const CANCELLED = 'was cancelled';

/**
 * Runs a program without a terminal, in its own process group. If it exceeds the time or output
 * limit, the whole group is killed and its output is discarded. Never rejects.
 *
 * It checks no trust: outside of `src/pty`, programs run through a `TrustGuard`.
 */
export const runCommand: RunCommand = (request) =>
  new Promise((resolve) => {
    if (request.signal?.aborted) {
      resolve({ kind: 'failed', reason: CANCELLED });
      return;
    }
    const child = start(request, resolve);
    if (child) {
      new CommandRun(systemClock, child, request, resolve).follow();
    }
  });

type Settle = (result: CommandResult) => void;

function start(
  { file, args, cwd, env, input }: CommandRequest,
  settle: Settle,
): ChildProcess | undefined {
  try {
    const child = spawn(file, args, {
      cwd,
      env: env ?? process.env,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      // In its own group and without our terminal. On Windows this would open a window.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    // The program need not read its input.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    return child;
  } catch (error) {
    settle({ kind: 'failed', reason: `could not be started: ${toMessage(error)}` });
    return undefined;
  }
}

/** One running program. */
class CommandRun {
  private readonly stdout: Buffer[] = [];
  private readonly stderr: Buffer[] = [];
  private readonly owned = new DisposableStore();
  private settled = false;

  constructor(
    private readonly clock: Clock,
    private readonly child: ChildProcess,
    private readonly request: CommandRequest,
    private readonly settle: Settle,
  ) {}

  follow(): void {
    const { timeoutMs } = this.request;
    const timer = this.clock.schedule(timeoutMs, () =>
      this.fail(`did not end within ${timeoutMs} ms`),
    );
    this.collect(this.child.stdout, this.stdout);
    this.collect(this.child.stderr, this.stderr);
    this.child.once('error', (error) => this.fail(`could not be started: ${error.message}`));
    this.child.once('close', (code) => this.finish(code));
    this.child.once('exit', (code) => {
      timer.dispose();
      // Processes that it left in the background may keep the pipes open.
      const drain = this.clock.schedule(DRAIN_MS, () => this.finishAfterTurn(code));
      this.child.once('close', () => drain.dispose());
    });
    this.child.once('error', () => timer.dispose());
    this.listenForCancel();
  }

  private listenForCancel(): void {
    const { signal } = this.request;
    const handleAbort = (): void => {
      killGroup(this.child, 'SIGTERM');
      this.owned.add(this.clock.schedule(CANCEL_GRACE_MS, () => this.fail(CANCELLED)));
    };
    signal?.addEventListener('abort', handleAbort, { once: true });
    this.owned.add(toDisposable(() => signal?.removeEventListener('abort', handleAbort)));
  }

  private collect(stream: NodeJS.ReadableStream | null, chunks: Buffer[]): void {
    let bytes = 0;
    stream?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > this.request.maxOutputBytes) {
        this.fail(`printed more than ${this.request.maxOutputBytes} bytes`);
      } else {
        chunks.push(chunk);
      }
    });
  }

  private fail(reason: string): void {
    killGroup(this.child, 'SIGKILL');
    this.end({ kind: 'failed', reason });
  }

  /**
   * A process that was busy for all of {@link DRAIN_MS} has not read yet what the program printed: the event
   * loop runs timers before it reads.
   */
  private finishAfterTurn(code: number | null): void {
    this.owned.add(this.clock.schedule(0, () => this.finish(code)));
  }

  private finish(code: number | null): void {
    if (this.request.signal?.aborted) {
      this.end({ kind: 'failed', reason: CANCELLED });
      return;
    }
    const stdout = Buffer.concat(this.stdout).toString();
    const stderr = Buffer.concat(this.stderr).toString();
    this.end({ kind: 'done', code, stdout, stderr });
  }

  private end(result: CommandResult): void {
    if (!this.settled) {
      this.settled = true;
      this.owned.dispose();
      this.child.stdin?.destroy();
      this.child.stdout?.destroy();
      this.child.stderr?.destroy();
      this.settle(result);
    }
  }
}

function killGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined || process.platform === 'win32') {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}
