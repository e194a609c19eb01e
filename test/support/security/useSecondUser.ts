import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../../scripts/lib/paths.mjs';

/** The user and group nobody, who own no files. */
const NOBODY = { uid: 65534, gid: 65534 };

const PROGRAM = join(ROOT, 'test', 'support', 'security', 'secondUser.mjs');

/** How the system refuses another user. */
const DENIALS: readonly unknown[] = ['EACCES', 'EPERM'];

/** One attempt; the ways are those of `secondUser.mjs`. */
export interface Attempt {
  readonly way: string;
  readonly path?: string;
  readonly [field: string]: unknown;
}

type Outcome =
  | { readonly kind: 'done'; readonly value?: unknown }
  | { readonly kind: 'failed'; readonly code?: string };

/**
 * Another user of this machine, as a process for each test. Skips the tests if this process may not
 * start one.
 */
export function useSecondUser(): SecondUser {
  const user = new SecondUser();
  before('a second user, whose programs only root can start', function () {
    if (process.getuid?.() !== 0) {
      this.skip();
    }
    user.provideNode();
  });
  after(() => user.removeNode());
  beforeEach(() => user.setUp());
  afterEach(() => user.tearDown());
  return user;
}

class SecondUser {
  private child: ChildProcessWithoutNullStreams | undefined;
  private directory = '';
  private readonly waiting: ((outcome: Outcome) => void)[] = [];
  private errors = '';
  private node = process.execPath;
  private nodeDirectory: string | undefined;

  /** Copies Node if it is where the other user cannot run it, for example below the home of root. */
  provideNode(): void {
    const options = { ...NOBODY, cwd: '/', env: {} };
    if (spawnSync(process.execPath, ['-e', ''], options).status !== 0) {
      this.nodeDirectory = mkdtempSync(join(tmpdir(), 'agent-terminals-node-'));
      this.node = join(this.nodeDirectory, 'node');
      copyFileSync(process.execPath, this.node);
      [this.nodeDirectory, this.node].forEach((path) => chmodSync(path, 0o755));
    }
  }

  removeNode(): void {
    if (this.nodeDirectory !== undefined) {
      rmSync(this.nodeDirectory, { recursive: true });
    }
  }

  setUp(): void {
    this.directory = mkdtempSync(join(tmpdir(), 'agent-terminals-second-user-'));
    const program = join(this.directory, 'secondUser.mjs');
    copyFileSync(PROGRAM, program);
    [this.directory, program].forEach((path) => chmodSync(path, 0o755));
    this.errors = '';
    const child = spawn(this.node, [program], { ...NOBODY, cwd: '/', env: {} });
    child.stderr.on('data', (part) => (this.errors += part));
    createInterface({ input: child.stdout }).on('line', (line) =>
      this.waiting.shift()?.(JSON.parse(line) as Outcome),
    );
    child.once('exit', () =>
      this.waiting.splice(0).forEach((settle) => settle({ kind: 'failed' })),
    );
    this.child = child;
  }

  async tearDown(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.exitCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    rmSync(this.directory, { recursive: true, force: true });
    assert.equal(this.errors, '');
  }

  readonly attempt = (attempt: Attempt): Promise<Outcome> => {
    const outcome = new Promise<Outcome>((resolve) => this.waiting.push(resolve));
    this.child?.stdin.write(`${JSON.stringify(attempt)}\n`);
    return outcome;
  };

  /** Makes an attempt that the system allows; returns its value. */
  readonly succeed = async (attempt: Attempt): Promise<unknown> => {
    const outcome = await this.attempt(attempt);
    assert.ok(outcome.kind === 'done', `${JSON.stringify(attempt)}: ${JSON.stringify(outcome)}`);
    return outcome.value;
  };

  /**
   * Fails unless the system denies each attempt for lack of rights. What an attempt names must exist,
   * so that no attempt fails for another reason.
   */
  readonly assertDenied = async (attempts: readonly Attempt[]): Promise<void> => {
    assert.ok(attempts.length > 0);
    const allowed = [];
    for (const attempt of attempts) {
      const { way, path = '/' } = attempt;
      const exists = existsSync(way === 'put' ? dirname(path) : path);
      const outcome = await this.attempt(attempt);
      const isDenied = outcome.kind === 'failed' && DENIALS.includes(outcome.code);
      if (!exists || !isDenied) {
        allowed.push(`${way} ${path}: ${exists ? JSON.stringify(outcome) : 'does not exist'}`);
      }
    }
    assert.deepEqual(allowed, []);
  };
}

/**
 * Opens a home for other users, as homes often are, so that only the modes of what is in it protect it.
 * Fails if a directory above it does.
 */
export function openToOthers(home: string): void {
  chmodSync(home, 0o755);
  for (let path = home; path !== dirname(path); path = dirname(path)) {
    assert.ok(statSync(path).mode & 0o001, `${path} protects ${home}`);
  }
}
