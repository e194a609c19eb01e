import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from '../buildOnce';
import { COMMAND_LINE } from '../../../scripts/lib/bundles/clientBundles.mjs';
import { waitFor } from '../waitFor';

const LIMIT_MS = 45_000;

/** The directory, home and environment in which the program runs. */
interface CommandLineContext {
  readonly cwd: string;
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The program `agent-terminals`, built once for a suite; its processes end after their test. */
export function useCommandLine(): CommandLineFixture {
  const fixture = new CommandLineFixture();
  before(() => fixture.build());
  afterEach(() => fixture.endAll());
  after(() => fixture.remove());
  return fixture;
}

class CommandLineFixture {
  private readonly running = new Set<RunningProgram>();
  private directory = '';

  get path(): string {
    return join(this.directory, 'cli.cjs');
  }

  async build(): Promise<void> {
    this.directory = mkdtempSync(join(tmpdir(), 'agent-terminals-cli-'));
    await buildOnce({ ...COMMAND_LINE, outfile: this.path });
  }

  /** Its environment is that of the place, without this process's variables. */
  start({ cwd, home, env = {} }: CommandLineContext, ...args: readonly string[]): RunningProgram {
    const child = spawn(process.execPath, [this.path, ...args], {
      cwd,
      env: { AGENT_TERMINALS_HOME: home, ...env },
    });
    const program = new RunningProgram(child);
    this.running.add(program);
    return program;
  }

  endAll(): void {
    this.running.forEach(({ child }) => child.kill('SIGKILL'));
    this.running.clear();
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }
}

export class RunningProgram {
  stdout = '';
  stderr = '';
  /** Undefined while it runs; the name of the signal if one ended it. */
  end: number | string | undefined;

  constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (part: Buffer) => (this.stdout += part.toString('utf8')));
    child.stderr?.on('data', (part: Buffer) => (this.stderr += part.toString('utf8')));
    child.stdin?.on('error', () => {});
    child.on('close', (code, signal) => (this.end = code ?? signal ?? 'gone'));
  }

  writeInput(text: string): void {
    this.child.stdin?.write(text);
  }

  /** Ends the input, and waits for the end of the program. */
  finish(): Promise<RunningProgram> {
    this.child.stdin?.end();
    return this.ended();
  }

  async ended(): Promise<RunningProgram> {
    await waitFor(() => this.end !== undefined, {
      limitMs: LIMIT_MS,
      what: () => `the program's end; it printed ${this.stdout} ${this.stderr}`,
    });
    return this;
  }

  untilShown(words: string): Promise<void> {
    return waitFor(() => this.stdout.includes(words), {
      limitMs: LIMIT_MS,
      what: () => `${words} in ${JSON.stringify(this.stdout)}, beside ${this.stderr}`,
    });
  }
}
