import type { FolderRef } from '../../agents/folderRef';
import type { CommandsEnd } from '../../agents/start/commandRuns';
import { SessionError } from '../../base/errors';
import type { Settings } from '../../config/settings';
import type { Leases } from '../../ownership/leases';
import type { PendingSetup, Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import type { Messages } from '../../views/dialogs/messages';
import { describeCommandsEnd, type TerminalRuns } from './terminalRuns';

interface WorktreeCommandsDeps {
  readonly runs: Pick<TerminalRuns, 'run'>;
  readonly tasks: Pick<TaskStore, 'find' | 'update'>;
  readonly leases: Pick<Leases, 'isOwnedElsewhere'>;
  readonly messages: Pick<Messages, 'offer' | 'showError' | 'showNotice'>;
  readonly settings: (folderUri: string) => Pick<Settings, 'worktree.setup' | 'worktree.teardown'>;
}

interface Setup {
  readonly task: Task;
  readonly end: Promise<CommandsEnd>;
  /** Whether a caller handles a failure, so that no notice is shown. */
  isAwaited: boolean;
}

/**
 * Runs the setup and teardown commands of the settings in terminals. A terminal closes if its
 * commands succeed.
 */
export class WorktreeCommands {
  /** By task id: the running setups, and the failed ones that the person has not overridden. */
  private readonly setups = new Map<string, Setup>();

  constructor(private readonly deps: WorktreeCommandsDeps) {}

  /** Starts the setup of a new worktree, if it has one; {@link allowStart} waits for it. */
  setUp(folder: FolderRef, task: Task): Setup | undefined {
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

  /**
   * Waits for the task's setup. Starts it again if its window closed before it was done. If it
   * fails, the person decides whether an agent may start.
   * @returns whether an agent may start.
   * @throws {SessionError} `ILLEGAL_STATE` while another window sets up the task.
   */
  async allowStart(folder: FolderRef, taskId: string): Promise<boolean> {
    const setup = this.setups.get(taskId) ?? this.resume(folder, taskId);
    if (!setup) {
      return true;
    }
    setup.isAwaited = true;
    const sentence = describeEnd(await setup.end, 'setup', setup.task.name);
    if (sentence !== undefined && !(await this.deps.messages.offer(sentence, 'Start Anyway'))) {
      setup.isAwaited = false;
      return false;
    }
    this.settle(taskId);
    return true;
  }

  /** Drops the task's setup and suppresses messages about its result. */
  forget(taskId: string): void {
    const setup = this.setups.get(taskId);
    if (setup) {
      setup.isAwaited = true;
      this.setups.delete(taskId);
    }
  }

  /**
   * Runs the teardown commands in a worktree. If they fail, the person decides whether it may be
   * removed.
   * @returns whether the worktree may be removed.
   */
  async tearDown(folder: FolderRef, task: Task): Promise<boolean> {
    const commands = this.deps.settings(folder.uri)['worktree.teardown'];
    if (commands.length === 0) {
      return true;
    }
    const end = await this.run({ folder, task, commands, purpose: 'teardown' });
    const sentence = describeEnd(end, 'teardown', task.name);
    return sentence === undefined || this.deps.messages.offer(sentence, 'Remove Anyway');
  }

  private resume(folder: FolderRef, taskId: string): Setup | undefined {
    const task = this.deps.tasks.find(taskId);
    const pending = task?.pendingSetup;
    if (!task || !pending) {
      return undefined;
    }
    if (pending.ptyId !== undefined && this.deps.leases.isOwnedElsewhere(pending.ptyId)) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Task "${task.name}" is being set up in another window: start the agent there, or here after the setup has ended.`,
      );
    }
    return this.setUp(folder, task);
  }

  /** Removes the task's setup, here and in the stored task, so that starts do not wait for it. */
  private settle(taskId: string): void {
    this.setups.delete(taskId);
    if (this.deps.tasks.find(taskId)?.pendingSetup) {
      this.setPending(taskId, undefined);
    }
  }

  /** Stores the pending setup. The setup continues if that fails; it may then run a second time. */
  private setPending(taskId: string, pendingSetup: PendingSetup | undefined): void {
    this.deps.tasks.update(taskId, { pendingSetup }).catch(this.deps.messages.showError);
  }

  private handleSetup(setup: Setup, end: CommandsEnd): void {
    const sentence = describeEnd(end, 'setup', setup.task.name);
    if (sentence === undefined) {
      this.settle(setup.task.id);
    } else if (!setup.isAwaited) {
      this.deps.messages.showNotice(sentence);
    }
  }

  /** Handles a setup that could not start. It does not prevent the start of an agent. */
  private handleFailure(setup: Setup, error: unknown): void {
    this.settle(setup.task.id);
    if (!setup.isAwaited) {
      this.deps.messages.showError(error);
    }
  }

  private run({ folder, task, commands, purpose }: Run): Promise<CommandsEnd> {
    const request = { folder, task, label: LABELS[purpose], commands };
    return this.deps.runs.run(request, {
      onPrepared: (ptyId) => {
        if (purpose === 'setup') {
          this.setPending(task.id, { ptyId });
        }
      },
    });
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

type CommandsPurpose = 'setup' | 'teardown';

function describeEnd(
  end: CommandsEnd,
  purpose: CommandsPurpose,
  taskName: string,
): string | undefined {
  return describeCommandsEnd(end, `the ${purpose} of task "${taskName}"`);
}
