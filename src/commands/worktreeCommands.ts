import type { FolderRef } from '../agents/agentService';
import type { CommandRuns, CommandsEnd } from '../agents/commandRuns';
import type { Settings } from '../config/settings';
import type { SessionService } from '../pty/sessionService';
import type { Task } from '../tasks/task';
import type { Messages } from '../views/messages';
import type { SessionTerminals } from '../views/sessionTerminals';
import { subjectOfStart } from '../views/terminalSubject';
import { describeCommandsEnd, type CommandsPurpose } from './describeCommandsEnd';

export interface WorktreeCommandsDeps {
  readonly commandRuns: Pick<CommandRuns, 'prepare'>;
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
    const commands = this.deps.settings(folder.uri)['worktree.setup'];
    if (commands.length > 0) {
      const end = this.run({ folder, task, commands, purpose: 'setup' });
      const setup = { task, end, isAwaited: false };
      this.setups.set(task.id, setup);
      end.then(
        (ended) => this.handleSetup(setup, ended),
        (error: unknown) => this.handleFailure(setup, error),
      );
    }
  }

  /** Waits for the task's setup; whether an agent may start then, which the person decides if it failed. */
  async allowStart(taskId: string): Promise<boolean> {
    const setup = this.setups.get(taskId);
    if (!setup) {
      return true;
    }
    setup.isAwaited = true;
    const sentence = describeCommandsEnd(await setup.end, 'setup', setup.task.name);
    if (sentence !== undefined && !(await this.deps.messages.offer(sentence, 'Start Anyway'))) {
      setup.isAwaited = false;
      return false;
    }
    this.setups.delete(taskId);
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

  private handleSetup(setup: Setup, end: CommandsEnd): void {
    const sentence = describeCommandsEnd(end, 'setup', setup.task.name);
    if (sentence === undefined) {
      this.setups.delete(setup.task.id);
    } else if (!setup.isAwaited) {
      this.deps.messages.showNotice(sentence);
    }
  }

  /** It never began: that stops no agent. */
  private handleFailure(setup: Setup, error: unknown): void {
    this.setups.delete(setup.task.id);
    if (!setup.isAwaited) {
      this.deps.messages.showError(error);
    }
  }

  private async run({ folder, task, commands, purpose }: Run): Promise<CommandsEnd> {
    const { commandRuns, terminals, sessions, settings } = this.deps;
    const label = LABELS[purpose];
    const { start, finished } = await commandRuns.prepare({ folder, task, label, commands });
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
