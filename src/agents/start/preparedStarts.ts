import type { Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import { parsePtyId } from '../../pty/ptyId';
import type { Dimensions, ProgramSpec } from '../../pty/ptyProcess';
import type { SessionInfo, SessionSpec } from '../../pty/sessionService';
import type { WindowSessions } from '../../pty/windowSessions';
import type { TaskStore } from '../../tasks/taskStore';
import { checkProgram } from '../../pty/shell/checkProgram';
import { requireDirectory } from '../../pty/shell/requiredDirectory';
import type { PreparedStart } from '../preparedStart';
import type { AgentOptions } from '../startRequests';
import type { DirectorySessions } from '../conversations/directorySessions';
import {
  describeLatestOfOther,
  type PlannedConversation,
} from '../conversations/plannedConversation';
import type { SessionConversations } from '../conversations/sessionConversations';
import type { KeptOptions } from '../options/keptOptions';
import type { Reservation, StartReservations } from './startReservations';

interface PlannedStart {
  readonly spec: SessionSpec;
  readonly notices?: readonly string[];
  /** A first prompt that has to be typed when the agent accepts input. */
  readonly keystrokes?: string | undefined;
  /** Undefined for a shell. */
  readonly conversation?: PlannedConversation;
  readonly options: AgentOptions;
  /** The directory without links that its programs require. Undefined: the planned one, wherever it leads. */
  readonly directory?: string | undefined;
}

interface LaunchOptions {
  readonly dimensions: Dimensions | undefined;
  /** In place of the planned one. */
  readonly directory: string | undefined;
}

/** Creates planned starts that wait for the size of their terminal, and launches them. */
export class PreparedStarts {
  constructor(
    private readonly deps: {
      readonly reservations: StartReservations;
      readonly sessions: WindowSessions;
      readonly others: DirectorySessions;
      readonly sessionConversations: SessionConversations;
      readonly tasks: TaskStore;
      readonly keptOptions: KeptOptions;
      readonly clock: Clock;
      readonly platform: NodeJS.Platform;
      readonly typeFirstPrompt: (sessionId: string, prompt: string) => Promise<void>;
      /** Shows the person a notice of a start, or one sentence about an error after the launch has resolved. */
      readonly notify: (message: string) => void;
    },
  ) {}

  /** The id stays reserved until the start is launched or discarded. */
  create(reservation: Reservation, start: PlannedStart): PreparedStart {
    const { task } = reservation;
    const { spec } = start;
    let { notices = [] } = start;
    let { directory } = start;
    let launched: Promise<SessionInfo> | undefined;
    let isDiscarded = false;
    const launch = async (dimensions?: Dimensions): Promise<SessionInfo> => {
      if (isDiscarded) {
        throw discarded(spec);
      }
      const { session, notices: all } = await this.deps.reservations.launch(reservation, () =>
        this.launch(reservation, start, { dimensions, directory }),
      );
      all.forEach((notice) => this.deps.notify(notice));
      notices = all;
      return session;
    };
    return {
      task,
      sessionId: spec.id,
      label: spec.label,
      providerId: providerOf(spec),
      afterExit: spec.afterExit,
      get notices() {
        return notices;
      },
      enter: (entered) => {
        directory = entered;
      },
      launch: (dimensions) => (launched ??= launch(dimensions)),
      discard: () => {
        if (!launched) {
          isDiscarded = true;
          this.deps.reservations.abandon(reservation);
        }
      },
    };
  }

  private async launch(
    reservation: Reservation,
    start: PlannedStart,
    { dimensions, directory }: LaunchOptions,
  ) {
    const { task, startedBy } = reservation;
    const { keystrokes, options } = start;
    const { id: ptyId, label } = start.spec;
    await this.clearExited(ptyId);
    const launched = await this.withOwnConversation(start);
    const { notices = [], conversation: planned } = launched;
    const spec =
      directory === undefined ? launched.spec : await this.enter(launched.spec, directory);
    const session = await this.deps.sessionConversations.create({ ...spec, dimensions }, planned);
    const createdAt = new Date(this.deps.clock.now()).toISOString();
    const conversation = {
      ptyId,
      providerId: providerOf(spec),
      label,
      createdAt,
      isOpen: true,
      ssh: options.ssh,
      startedBy,
      // Without the field, what is stored of it stays.
      ...(directory === undefined ? {} : { isConfined: true }),
      options: this.deps.keptOptions.keep(task.id, { ptyId, startedBy }, options),
    };
    this.deps.tasks.putConversation(task.id, conversation).catch(this.handleLateError);
    if (keystrokes !== undefined) {
      this.deps.typeFirstPrompt(ptyId, keystrokes).catch(this.handleLateError);
    }
    return { session, notices };
  }

  /**
   * The start, with a new conversation if it would continue the latest one of its directory and
   * another session has started there since the plan: a terminal can open much later.
   */
  private async withOwnConversation(start: PlannedStart): Promise<PlannedStart> {
    const { spec, notices = [], conversation } = start;
    const { latestIn, fallback } = conversation ?? {};
    if (!latestIn || !fallback || !spec.fallback) {
      return start;
    }
    if (await this.deps.others.isAlone({ ...latestIn, ptyId: spec.id })) {
      return start;
    }
    const { exec, program, exitMarkerNonce, startShell, followUp } = spec.fallback;
    return {
      ...start,
      spec: {
        ...spec,
        ...{ exec, program, exitMarkerNonce, startShell, followUp, fallback: undefined },
      },
      notices: [...notices, describeLatestOfOther(latestIn)],
      conversation: fallback,
    };
  }

  /** The same session with all of its programs in another directory, which those of this machine require. */
  private async enter(spec: SessionSpec, cwd: string): Promise<SessionSpec> {
    if (spec.kind !== 'local' || this.deps.platform === 'win32') {
      return inDirectory(spec, (program) => ({ ...program, cwd, requiresCwd: true }));
    }
    // Checked here, since the file of what is created is a shell's.
    const { file } = await checkProgram({ ...spec.program, cwd }, this.deps.platform);
    const found = { ...spec, program: { ...spec.program, file } };
    return inDirectory(found, (program) => requireDirectory(program, cwd));
  }

  private readonly handleLateError = (error: unknown): void => {
    this.deps.notify(toMessage(error));
  };

  /** Removes an ended session that is still listed, because the new session has the same id. */
  private async clearExited(ptyId: string): Promise<void> {
    if (this.deps.sessions.get(ptyId)?.state === 'terminated') {
      await this.deps.sessions.find(ptyId)?.kill();
    }
  }
}

function providerOf({ id }: SessionSpec): string {
  return parsePtyId(id)?.providerId ?? '';
}

function discarded({ id, label }: SessionSpec): SessionError {
  return new SessionError(
    'SESSION_EXITED',
    `The start of ${label} (${id}) was cancelled: start it again.`,
  );
}

function inDirectory(spec: SessionSpec, enter: (program: ProgramSpec) => ProgramSpec): SessionSpec {
  const { program, followUp, fallback } = spec;
  return {
    ...spec,
    program: enter(program),
    followUp: followUp && enter(followUp),
    fallback: fallback && {
      ...fallback,
      program: enter(fallback.program),
      followUp: fallback.followUp && enter(fallback.followUp),
    },
  };
}
