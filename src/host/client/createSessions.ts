import { connect } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { systemClock } from '../../base/clock';
import { isDirectory } from '../../base/directories';
import type { DisposableStore } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { CombinedSource } from '../../pty/combinedSource';
import { createSessionManager } from '../../pty/createSessionManager';
import { OwnedSessions } from '../../pty/ownedSessions';
import { createTerminate } from '../../pty/process/createTerminate';
import { isRunning } from '../../pty/liveAgent';
import type { SessionInfo, SessionSpec } from '../../pty/sessionService';
import { createTmuxPrograms } from '../../pty/tmux/createTmux';
import { requireNotInTmux } from '../../pty/tmux/tmuxElsewhere';
import type { TmuxSessions } from '../../pty/tmux/tmuxSessions';
import { TmuxSource } from '../../pty/tmux/tmuxSource';
import type { TrustGuard } from '../../pty/trustGuard';
import { WindowSessions } from '../../pty/windowSessions';
import { DiskHostAccess } from '../discovery/diskHostAccess';
import { endOtherHost } from '../discovery/endOtherHost';
import { WORKER_PROGRAM } from '../discovery/hostCode';
import { hostPaths } from '../discovery/hostPaths';
import { listOtherHosts, requireNotInOtherHost, type OtherHost } from '../discovery/otherHosts';
import { PROTOCOL_VERSION, type HostLimits } from '../protocol/calls';
import { LastScreens } from '../server/lastScreens';
import { HostClient } from './hostClient';
import { HostSource } from './hostSource';
import { SessionHosting } from './sessionHosting';

interface SessionsDeps {
  /** VS Code's directory; empty if there is none. */
  readonly appRoot: string;
  /** The extension's own environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly extensionPath: string;
  /** Requires trust for each start of a session. */
  readonly guard: TrustGuard;
  /** Without a window this process runs no sessions itself: it only uses the session host. */
  readonly hasWindow: boolean;
  /** The directory of our own files, such as `~/.agent-terminals`. */
  readonly home: string;
  /** Whether a session belongs to a folder that is open in this window. */
  readonly isOfFolder: (session: SessionInfo) => boolean;
  /** The limits of each backend, read at each use. */
  readonly limits: () => HostLimits;
  readonly logger: Logger;
  /** Shows a message to the person. */
  readonly notify: (message: string) => void;
  readonly tmuxSessions: TmuxSessions;
  /** The extension's own version. */
  readonly version: string;
  /** Returns a spec that runs the program in tmux. */
  readonly wrapInTmux: (spec: SessionSpec) => Promise<SessionSpec>;
}

/** Creates the sessions of a window over its two backends, its own process and the session host. */
export function createSessions(deps: SessionsDeps, store: DisposableStore) {
  const { appRoot, extensionPath, guard, hasWindow, limits, logger, tmuxSessions } = deps;
  const paths = hostPaths(deps.home, PROTOCOL_VERSION);
  const lastScreens = new LastScreens(paths.screens, systemClock);
  const owned = new OwnedSessions();
  const hostClient = createHostClient(deps, owned, lastScreens);
  const listOthers = (): Promise<readonly OtherHost[]> =>
    listOtherHosts(paths, hostClient.host?.host);
  const tmuxPrograms = createTmuxPrograms();
  const sessions = store.add(
    new WindowSessions({
      backends: {
        window: hasWindow
          ? createSessionManager({
              appRoot,
              extensionPath,
              limits,
              logger,
              tmuxPrograms,
              workerMarks: join(deps.home, 'workers'),
              workerProgram: join(extensionPath, 'dist', WORKER_PROGRAM),
            })
          : undefined,
        host: hostClient,
      },
      guard,
      lastScreens,
      owned,
      requireNotInOtherHost: async (id) => {
        requireNotInOtherHost(id, await listOthers());
        if (!hasWindow) {
          // A window finds these by their source.
          requireNotInTmux(id, await tmuxSessions.list());
        }
      },
      wrapInTmux: deps.wrapInTmux,
    }),
  );
  const ending = { clock: systemClock, terminate: createTerminate(systemClock) };
  const hosting = new SessionHosting({
    client: hostClient,
    endOther: (host) => endOtherHost(paths, host, ending),
    endProcess: (pid) => void process.kill(pid, 'SIGKILL'),
    isDirectory,
    listOthers,
    tmux: tmuxSessions,
  });
  return {
    hostClient,
    hosting,
    /** Whether the process that holds a session does not respond. */
    isSuspended: (session: SessionInfo) =>
      session.persistence === 'host' &&
      isRunning(session) &&
      hostClient.health.state === 'unresponsive',
    sessions,
    /** The sessions that outlive a window: of the session host and, for a window, in tmux. */
    source: new CombinedSource([
      ...(hasWindow ? [store.add(new TmuxSource(tmuxSessions, sessions))] : []),
      new HostSource({ client: hostClient, listOthers }),
    ]),
  };
}

function createHostClient(
  deps: SessionsDeps,
  owned: OwnedSessions,
  lastScreens: LastScreens,
): HostClient {
  const { appRoot, env, extensionPath, home, isOfFolder, limits, logger, notify, version } = deps;
  const clock = systemClock;
  const access = new DiskHostAccess({
    appRoot,
    clock,
    env,
    extensionPath,
    home,
    logger,
    runtime: process.execPath,
    terminate: createTerminate(clock),
    version,
  });
  return new HostClient({
    access,
    clock,
    connect: connectTo,
    // A session that the window owns remains its own when its folder is closed.
    isOurs: (session) => owned.has(session.id) || isOfFolder(session),
    limits,
    logger,
    notify,
    removeScreens: () => lastScreens.removeAll(),
    self: { version, pid: process.pid },
  });
}

function connectTo(path: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
