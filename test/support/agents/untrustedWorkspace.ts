import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskChoice } from '../../../src/agents/startRequests';
import { findTaskOfSession } from '../../../src/tasks/taskOfSession';
import { ProgramRecorder } from '../programRecorder';
import { HostileFolder } from './hostileFolder';
import type { useSharedCore } from './useCore';

/** What an entry point does in a workspace without trust. */
export type EntryPoint =
  /** Each call fails with the guard's error, and nothing runs; with trust, something would run. */
  | { readonly kind: 'refuses'; readonly calls: readonly Call[] }
  /** It starts no program at all. */
  | { readonly kind: 'runsNothing'; readonly why: string; readonly call: Call };

/** Calls the entry point. The result is its answer; an error is one, too. */
type Call = () => unknown;

export const refuses = (...calls: readonly Call[]): EntryPoint => ({ kind: 'refuses', calls });

export const runsNothing = (why: string, call: Call): EntryPoint => ({
  kind: 'runsNothing',
  why,
  call,
});

/** How much of an unexpected answer is shown. */
const MOST_CHARS = 300;

const REFUSAL = /Nothing starts in an untrusted workspace/;

/** A call with such an answer has not reached what it is to try. */
const REFUSAL_OR_MISTAKE = new RegExp(
  `${REFUSAL.source}|BAD_REQUEST|NOT_FOUND|UNAUTHORIZED|MISMATCH|Not Acceptable|no code`,
);

/** A CLI with two names and a list of models. */
const CLI = `#!/bin/sh
case $1 in
  --version) echo '1.18.33 (Claude Code)'; exit;;
  models) echo maker/model; exit;;
esac
echo "ready in $PWD"
while read -r line; do
  case $line in
    'hook token') echo "my hook token: $AGENT_TERMINALS_HOOK_TOKEN";;
    *) echo "heard $line";;
  esac
done
`;

/**
 * A core in a workspace without trust, whose folder has git run programs. Sessions and a task with a
 * worktree are from before, as those that outlived their window.
 */
export function useUntrustedWorkspace(
  fixture: ReturnType<typeof useSharedCore>,
): UntrustedWorkspace {
  const workspace = new UntrustedWorkspace(fixture);
  before(() => workspace.setUp());
  after(() => workspace.tearDown());
  return workspace;
}

export class UntrustedWorkspace {
  private readonly recorder = new ProgramRecorder();
  private hostile = new HostileFolder('', '');
  private spares = 0;
  private installed = 0;
  /** A task with a worktree. */
  taskId = '';
  /** An archived task, which had a worktree. */
  archivedId = '';
  /** The session of an agent that runs in the task. */
  agent = '';

  constructor(private readonly fixture: ReturnType<typeof useSharedCore>) {}

  async setUp(): Promise<void> {
    const { core, folder, home } = this.fixture;
    this.hostile = new HostileFolder(home, folder);
    this.hostile.init();
    this.install();
    const ref = this.fixture.folderRef();
    const { task } = await core.worktrees.create({ folder: ref, name: 'Till' });
    this.taskId = task.id;
    this.agent = await this.start({ kind: 'existing', id: task.id });
    const archived = await core.worktrees.create({ folder: ref, name: 'Earlier' });
    await core.worktrees.archive(archived.task);
    this.archivedId = archived.task.id;
    this.hostile.arm();
    this.recorder.install();
    this.fixture.trusted = false;
  }

  tearDown(): void {
    this.recorder.restore();
  }

  /** Starts an agent that the test may end, as if it ran from before. */
  async startSpare(): Promise<string> {
    this.spares += 1;
    const name = `Spare ${this.spares}`;
    return this.recorder.paused(() => this.withTrust(() => this.start({ kind: 'new', name })));
  }

  /** The task of such an agent, which has no worktree. */
  async startSpareTask(): Promise<string> {
    const id = await this.startSpare();
    const task = findTaskOfSession(this.fixture.core.tasks.list(), id);
    assert.ok(task);
    return task.id;
  }

  /** The same for an agent that has ended, and whose conversation is still listed. */
  async startEnded(): Promise<string> {
    const id = await this.startSpare();
    await this.fixture.core.sessions.find(id)?.kill();
    return id;
  }

  /** Adds a comment to the task that is not sent, as one from before. */
  async addDraft(): Promise<void> {
    const lines = { path: 'a', side: 'current', line: 1, endLine: 1 } as const;
    const { reviews } = this.fixture.core.review;
    await reviews.addComment(this.taskId, lines, { file: 'a', text: 'Why?' });
  }

  /** Records a landing of the task, as one from before. */
  async landTask(): Promise<void> {
    const { tasks } = this.fixture.core;
    const worktree = tasks.find(this.taskId)?.worktree ?? assert.fail();
    const commits = { from: worktree.base, to: worktree.base, head: worktree.base };
    const landing = { branch: 'refs/heads/main', ...commits, at: new Date(0).toISOString() };
    await tasks.update(this.taskId, { landing });
  }

  /** The same call in a window whose person consents to what programs ask for. */
  withConsent(call: Call): Call {
    return async () => {
      const { consent } = this.fixture.core.operations;
      const registered = consent.register({
        ask: ({ answers }) => Promise.resolve(answers.at(-1)),
        showNotice: () => undefined,
      });
      try {
        return await call();
      } finally {
        registered.dispose();
      }
    };
  }

  /** The programs of the repository that have run. */
  listRun(): readonly string[] {
    return this.hostile.listRun();
  }

  async withTrust<T>(work: () => Promise<T>): Promise<T> {
    const { trusted } = this.fixture;
    this.fixture.trusted = true;
    try {
      return await work();
    } finally {
      this.fixture.trusted = trusted;
    }
  }

  /** Fails unless the entry point does what its row says. */
  async check(entry: EntryPoint): Promise<void> {
    switch (entry.kind) {
      case 'refuses':
        for (const [index, call] of entry.calls.entries()) {
          assert.match(await this.callUntrusted(call), REFUSAL, `call ${index}`);
          const { programs, answer } = await this.callBlocked(call);
          assert.notDeepEqual(programs, [], `call ${index} runs nothing with trust: ${answer}`);
        }
        return;
      case 'runsNothing':
        assert.doesNotMatch(await this.callUntrusted(entry.call), REFUSAL_OR_MISTAKE);
    }
  }

  /** Fails if the call runs a program; returns its answer as text. */
  async callUntrusted(call: Call): Promise<string> {
    this.recorder.set('record');
    this.hostile.forget();
    try {
      const answer = await answerOf(call);
      assert.deepEqual([this.recorder.programs, this.listRun()], [[], []], answer);
      return answer;
    } finally {
      this.recorder.set('idle');
    }
  }

  /** The programs that the call would run with trust. They do not run. */
  private async callBlocked(
    call: Call,
  ): Promise<{ readonly programs: readonly string[]; readonly answer: string }> {
    // No CLI has been asked for its version at this path.
    this.install();
    this.recorder.set('block');
    try {
      const answer = await this.withTrust(() => answerOf(call));
      return { programs: [...this.recorder.programs], answer: answer.slice(0, MOST_CHARS) };
    } finally {
      this.recorder.set('idle');
    }
  }

  private install(): void {
    const { home } = this.fixture;
    this.installed += 1;
    const cli = join(home, `cli ${this.installed}`);
    writeFileSync(cli, CLI);
    chmodSync(cli, 0o755);
    this.fixture.set({
      sshPath: cli,
      providers: { claude: { cli }, fake: { cli, label: 'Fake' }, opencode: { cli } },
    });
  }

  private async start(task: TaskChoice): Promise<string> {
    const start = await this.fixture.prepare({ task });
    await start.launch();
    await this.fixture.untilShown(await this.fixture.watch(start.sessionId), 'ready in');
    return start.sessionId;
  }
}

/** A test for each entry point, by its name. */
export function testEntryPoints(
  workspace: UntrustedWorkspace,
  rows: Readonly<Record<string, EntryPoint | readonly EntryPoint[]>>,
): void {
  const all = Object.entries(rows).flatMap(([name, entries]) =>
    [entries].flat().map((entry: EntryPoint) => ({ name, entry })),
  );
  for (const { name, entry } of all) {
    const what = entry.kind === 'refuses' ? 'is refused' : `runs nothing: it ${entry.why}`;
    it(`${name} ${what}`, () => workspace.check(entry));
  }
}

/** The answer or the error of a call, as text. */
async function answerOf(call: Call): Promise<string> {
  try {
    const answer = await call();
    return typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? 'nothing');
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return `${code ?? 'no code'}: ${message ?? String(error)}`;
  }
}
