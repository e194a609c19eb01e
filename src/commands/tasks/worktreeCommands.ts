import type { FolderRef } from '../../agents/agentService';
import type { CommandRuns, CommandsEnd } from '../../agents/start/commandRuns';
import { SessionError } from '../../base/errors';
import type { Settings } from '../../config/settings';
import type { SessionService } from '../../pty/sessionService';
import type { Leases } from '../../ownership/leases';
import type { PendingSetup, Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import type { Messages } from '../../views/dialogs/messages';
import type { SessionTerminals } from '../../views/terminals/sessionTerminals';
import { subjectOfStart } from '../../views/terminals/terminalSubject';
import { describeCommandsEnd, type CommandsPurpose } from './describeCommandsEnd';

export interface WorktreeCommandsDeps {
  readonly commandRuns: Pick<CommandRuns, 'prepare'>;
  readonly tasks: Pick<TaskStore, 'find' | 'place'>;
  readonly leases: Pick<Leases, 'isHeldElsewhere'>;
  readonly sessions: Pick<SessionService, 'kill'>;
  readonly terminals: Pick<SessionTerminals, 'close' | 'open'>;
  readonly messages: Pick<Messages, 'offer' | 'showError' | 'showNotice'>;
  readonly settings: (
    folderUri: string,
  ) => Pick<Settings, 'location' | 'worktree.setup' | 'worktree.teardown'>;
}

/** The setup of a new worktree: how it came out, and whether somebody waits to hear that. */
interface Setup {
  readonly task: Task;
  readonly end: Promise<CommandsEnd>;
  isAwaited: boolean;
}

/** Runs the settings' commands for worktrees where a person can watch them; terminals close if all went well. */
export class WorktreeCommands {
  /** By task: those that run, and those that failed and that nobody has overruled. */
  private readonly setups = new Map<string, Setup>();

  constructor(private readonly deps: WorktreeCommandsDeps) {}

  /** Sets up a new worktree; agents wait for it by {@link allowStart}. */
  setUp(folder: FolderRef, task: Task): void {
    this.begin(folder, task);
  }

  /**
   * Waits for the task's setup, which is begun again if its window went before it was through.
   * Whether an agent may start then, which the person decides if it failed.
   * @throws {SessionError} `ILLEGAL_STATE` while another window sets the task up.
   */
  async allowStart(folder: FolderRef, taskId: string): Promise<boolean> {
    const setup = this.setups.get(taskId) ?? this.resume(folder, taskId);
    if (!setup) {
      return true;
    }
    setup.isAwaited = true;
    const sentence = describeCommandsEnd(await setup.end, 'setup', setup.task.name);
    if (sentence !== undefined && !(await this.deps.messages.offer(sentence, 'Start Anyway'))) {
      setup.isAwaited = false;
      return false;
    }
    this.settle(taskId);
    return true;
  }

  /** Whatever comes of the task's setup is of no interest any more. */
  forget(taskId: string): void {
    const setup = this.setups.get(taskId);
    if (setup) {
      setup.isAwaited = true;
      this.setups.delete(taskId);
    }
  }

  /** Runs what is to run before a worktree is removed; whether it may be. */
  async tearDown(folder: FolderRef, task: Task): Promise<boolean> {
    const commands = this.deps.settings(folder.uri)['worktree.teardown'];
    if (commands.length === 0) {
      return true;
    }
    const end = await this.run({ folder, task, commands, purpose: 'teardown' });
    const sentence = describeCommandsEnd(end, 'teardown', task.name);
    return sentence === undefined || this.deps.messages.offer(sentence, 'Remove Anyway');
  }

  private begin(folder: FolderRef, task: Task): Setup | undefined {
    const commands = this.deps.settings(folder.uri)['worktree.setup'];
    if (commands.length === 0) {
      this.settle(task.id);
      return undefined;
    }
    const end = this.run({ folder, task, commands, purpose: 'setup' });
    const setup = { task, end, isAwaited: false };
    this.setups.set(task.id, setup);
    end.then(
      (ended) => this.handleSetup(setup, ended),
      (error: unknown) => this.handleFailure(setup, error),
    );
    return setup;
  }

  private resume(folder: FolderRef, taskId: string): Setup | undefined {
    const task = this.deps.tasks.find(taskId);
    const pending = task?.pendingSetup;
    if (!task || !pending) {
      return undefined;
    }
    if (pending.ptyId !== undefined && this.deps.leases.isHeldElsewhere(pending.ptyId)) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Task "${task.name}" is being set up in another window: start the agent there, or here after the setup has ended.`,
      );
    }
    return this.begin(folder, task);
  }

  /** Nothing of the task's setup is to be waited for any more. */
  private settle(taskId: string): void {
    this.setups.delete(taskId);
    if (this.deps.tasks.find(taskId)?.pendingSetup) {
      this.place(taskId, undefined);
    }
  }

  /** That it is not on disk costs no more than a setup that runs twice. */
  private place(taskId: string, pendingSetup: PendingSetup | undefined): void {
    this.deps.tasks.place(taskId, { pendingSetup }).catch(this.deps.messages.showError);
  }

  private handleSetup(setup: Setup, end: CommandsEnd): void {
    const sentence = describeCommandsEnd(end, 'setup', setup.task.name);
    if (sentence === undefined) {
      this.settle(setup.task.id);
    } else if (!setup.isAwaited) {
      this.deps.messages.showNotice(sentence);
    }
  }

  /** It never began: that stops no agent. */
  private handleFailure(setup: Setup, error: unknown): void {
    this.settle(setup.task.id);
    if (!setup.isAwaited) {
      this.deps.messages.showError(error);
    }
  }

  private async run({ folder, task, commands, purpose }: Run): Promise<CommandsEnd> {
    const { commandRuns, terminals, sessions, settings } = this.deps;
    const label = LABELS[purpose];
    const { start, finished } = await commandRuns.prepare({ folder, task, label, commands });
    if (purpose === 'setup') {
      this.place(task.id, { ptyId: start.sessionId });
    }
    const { location } = settings(folder.uri);
    terminals.open(subjectOfStart(start), { location, focus: 'leave' });
    const end = await finished;
    if (end.kind === 'done') {
      terminals.close(start.sessionId);
      await sessions.kill(start.sessionId);
    }
    return end;
  }
}

interface Run {
  readonly folder: FolderRef;
  readonly task: Task;
  readonly commands: readonly string[];
  readonly purpose: CommandsPurpose;
}

const LABELS = {
  setup: 'Setup',
  teardown: 'Teardown',
} as const satisfies Record<CommandsPurpose, string>;
