import { formatPtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionService, SessionSpec } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import type { TaskIds } from '../../tasks/taskIds';
import type { FolderRef } from '../folderRef';
import type { PreparedStart } from '../preparedStart';
import type { AgentOptions } from '../startRequests';
import type { AgentSettings } from './agentSettings';
import { requireCwd } from './requirements';
import type { PreparedStarts } from './preparedStarts';
import type { ShellPlanner } from './shellPlanner';
import type { StartReservations } from './startReservations';

/** A program that is not an agent, with its arguments. */
interface Program {
  /** A path, or a name on the session's PATH. */
  readonly exec: string;
  readonly args: readonly string[];
}

interface ProgramRequest {
  readonly folder: FolderRef;
  /** The task in whose directory the program runs. */
  readonly task: Task;
  readonly label: string;
  /** Undefined for the person's login shell. */
  readonly program: Program | undefined;
  readonly env?: AgentOptions['env'];
  /** What holds the session. Default: according to the settings. */
  readonly persistence?: AgentOptions['persistence'];
}

/** Starts a shell or another program that is not an agent in a task. Its session ends with it. */
export class ProgramStarts {
  constructor(
    private readonly deps: {
      readonly sessions: SessionService;
      readonly ids: TaskIds;
      readonly shellPlanner: ShellPlanner;
      readonly reservations: StartReservations;
      readonly preparedStarts: PreparedStarts;
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
    },
  ) {}

  /** @throws {SessionError} `UNTRUSTED`, `CWD_NOT_FOUND`, `MAX_SESSIONS`. */
  async prepare(request: ProgramRequest): Promise<PreparedStart> {
    const { folder, task, label, program, env, persistence } = request;
    const { ids, preparedStarts, reservations, sessions, settingsOf, shellPlanner } = this.deps;
    await requireCwd(task.cwd);
    const settings = settingsOf(folder.uri);
    sessions.requireRoom(persistence ?? settings.persistence);
    const suffix = ids.conversation();
    const ptyId = formatPtyId({ providerId: SHELL_PROVIDER_ID, kind: 'chat', suffix });
    const options = { env, persistence };
    const context = { ptyId, label, task, folder, settings, options };
    return reservations.reserve(context, async () => {
      const shell = await shellPlanner.planShell(context);
      const spec = program ? runInstead(shell, program) : shell;
      return preparedStarts.create(context, { spec, options });
    });
  }
}

/** The same session with `program` instead of the shell. */
function runInstead(shell: SessionSpec, { exec, args }: Program): SessionSpec {
  return {
    ...shell,
    exec: [exec, ...args].join(' '),
    afterExit: 'keep',
    program: { ...shell.program, file: exec, args },
  };
}
