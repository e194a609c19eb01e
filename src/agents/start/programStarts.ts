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
import { persistenceOf, type StartContext } from './startContext';
import type { StartReservations } from './startReservations';

interface Program {
  /** A path, or a name on the session's PATH. */
  readonly exec: string;
  readonly args: readonly string[];
}

interface ProgramRequest {
  readonly folder: FolderRef;
  readonly task: Task;
  readonly label: string;
  /** Undefined for the person's login shell. */
  readonly program: Program | undefined;
  readonly env?: AgentOptions['env'];
  readonly persistence?: AgentOptions['persistence'];
}

export interface ProgramStartDeps {
  readonly sessions: SessionService;
  readonly ids: TaskIds;
  readonly shellPlanner: ShellPlanner;
  readonly reservations: StartReservations;
  readonly preparedStarts: PreparedStarts;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
}

/** Starts a shell or another program that is not an agent in a task. Its session ends with it. */
export class ProgramStarts {
  constructor(private readonly deps: ProgramStartDeps) {}

  /** @throws {SessionError} `UNTRUSTED`, `CWD_NOT_FOUND`, `MAX_SESSIONS`. */
  prepare({ program, env, persistence, ...place }: ProgramRequest): Promise<PreparedStart> {
    const start = { ...place, options: { env, persistence } };
    return prepareProgram(this.deps, start, async (context) => {
      const shell = await this.deps.shellPlanner.planShell(context);
      return program ? runInstead(shell, program) : shell;
    });
  }
}

/**
 * Reserves a session of a task for what `plan` plans.
 * @throws {SessionError} as {@link ProgramStarts.prepare}.
 */
export async function prepareProgram(
  { ids, preparedStarts, reservations, sessions, settingsOf }: ProgramStartDeps,
  start: Pick<StartContext, 'folder' | 'label' | 'options' | 'task'>,
  plan: (context: StartContext) => Promise<SessionSpec>,
): Promise<PreparedStart> {
  const { folder, label, options, task } = start;
  await requireCwd(task.cwd);
  const settings = settingsOf(folder.uri);
  sessions.requireRoom(persistenceOf({ options, settings }));
  const suffix = ids.conversation();
  const ptyId = formatPtyId({ providerId: SHELL_PROVIDER_ID, kind: 'chat', suffix });
  const context = { ptyId, label, task, folder, settings, options };
  return reservations.reserve(context, async () =>
    preparedStarts.create(context, { spec: await plan(context), options }),
  );
}

function runInstead(shell: SessionSpec, { exec, args }: Program): SessionSpec {
  return {
    ...shell,
    exec: [exec, ...args].join(' '),
    afterExit: 'keep',
    program: { ...shell.program, file: exec, args },
  };
}
