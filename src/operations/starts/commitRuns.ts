import type { FolderRef } from '../../agents/folderRef';
import type { Committable, TaskCommits } from '../../agents/landing/taskCommits';
import type { CommandRuns, CommandsEnd, PreparedCommands } from '../../agents/start/commandRuns';
import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import type { SessionService } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import { isCommittable, type MadeCommit } from '../../worktrees/landing/prepareCommit';
import { aborted } from '../aborted';
import type { Access } from '../access/access';
import { ApiError } from '../apiError';
import type { ShownSession } from './sessionCreation';
import type { StartDirectories } from './startDirectories';

interface CommitRequest {
  readonly folder: FolderRef;
  readonly task: Task;
  readonly message: string;
  /** Default: what the task itself has changed. */
  readonly paths?: readonly string[] | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface CommitOfRun {
  readonly commit: string;
  readonly subject: string;
  /** The id of the session in which git ran. It has ended. */
  readonly session: string;
}

/** Commits for callers, in sessions that a window shows, because hooks and signatures can ask the person. */
export class CommitRuns {
  constructor(
    private readonly deps: {
      readonly clock: Clock;
      readonly commandRuns: CommandRuns;
      readonly commits: TaskCommits;
      readonly directories: StartDirectories;
      readonly sessions: SessionService;
      readonly show: (shown: ShownSession) => void;
    },
  ) {}

  /**
   * Resolves when the commit is made. At the end of the time or of the call, git is ended.
   * @throws {SessionError} `BAD_REQUEST` if nothing can be committed; the errors of git and of a session's start;
   * `ILLEGAL_STATE` if no commit was made: the session shows why.
   * @throws {ApiError} `TIMEOUT`, and as {@link StartDirectories}.
   * @throws the signal's reason once it is aborted.
   */
  async run(access: Access, request: CommitRequest): Promise<CommitOfRun> {
    const { commits, directories } = this.deps;
    const { folder, message, signal, task } = request;
    await directories.requireSource(access, task);
    const found = await commits.look(task);
    const paths = request.paths ?? choosePaths(task, found);
    const { command, finish } = await commits.prepare(task, found, { message, paths });
    let end: CommandsEnd | undefined;
    let session: string;
    let made: MadeCommit | undefined;
    try {
      signal.throwIfAborted();
      const commands = { folder, task, label: 'Commit', commands: [command] };
      const prepared = await this.deps.commandRuns.prepare(commands);
      session = prepared.start.sessionId;
      await this.launch(access, prepared);
      end = await this.whenEnded(prepared, request);
    } finally {
      made = await finish(end?.kind === 'done');
    }
    if (!made) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `The commit of task "${task.name}" was not made: session ${session} shows why.`,
      );
    }
    return { commit: made.id, subject: made.subject, session };
  }

  private async launch(access: Access, { start }: PreparedCommands): Promise<void> {
    const { directories, sessions, show } = this.deps;
    const session = await (await directories.requireStart(access, start)).launch();
    show({ session: sessions.get(session.id) ?? session, task: start.task });
  }

  private async whenEnded(
    { finished, start }: PreparedCommands,
    { signal, task, timeoutMs }: CommitRequest,
  ): Promise<CommandsEnd> {
    const limit = new AbortController();
    const timer = this.deps.clock.schedule(timeoutMs, () => limit.abort());
    const end = await Promise.race([finished, aborted(AbortSignal.any([signal, limit.signal]))]);
    timer.dispose();
    if (end !== 'aborted') {
      return end;
    }
    await this.deps.sessions.find(start.sessionId)?.kill();
    signal.throwIfAborted();
    throw new ApiError(
      'TIMEOUT',
      `The commit of task "${task.name}" did not end in time, so git was ended: its hooks or its signature may have asked the person.`,
    );
  }
}

/** @throws {SessionError} `BAD_REQUEST` if there are none. */
function choosePaths({ name }: Task, { changes, isMerge, own }: Committable): readonly string[] {
  const files = changes.files.filter((file) => own.has(file.path) && isCommittable(file));
  if (files.length === 0 && !isMerge) {
    throw new SessionError(
      'BAD_REQUEST',
      `Task "${name}" itself has changed no file that is not committed: name the files, if others are to be committed.`,
    );
  }
  return files.map(({ path }) => path);
}
