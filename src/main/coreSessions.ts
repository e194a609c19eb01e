import { randomUUID as randomUuid } from 'node:crypto';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FolderRef } from '../agents/agentService';
import type { AgentSettings } from '../agents/start/agentSettings';
import { ownHomeOf, type HostFacts } from '../agents/start/hostFacts';
import { folderOfSession } from '../agents/folderOf';
import type { TmuxPlanner } from '../agents/start/tmuxPlanner';
import { systemClock } from '../base/clock';
import { createTmuxPrograms } from './coreTmux';
import { HostClient } from '../host/client/hostClient';
import { DiskHostAccess } from '../host/discovery/diskHostAccess';
import { endOtherHost } from '../host/discovery/endOtherHost';
import { hostPlace } from '../host/discovery/hostPlace';
import { LastScreens } from '../host/server/lastScreens';
import {
  listOtherHosts,
  requireNotInOtherHost,
  type OtherHost,
} from '../host/discovery/otherHosts';
import { PROTOCOL_VERSION, type HostLimits } from '../host/protocol/calls';
import { SessionHosting } from '../host/client/sessionHosting';
import { createSessionManager, isDirectory, type SessionsHost } from '../pty/createSessionManager';
import type { SessionInfo } from '../pty/sessionService';
import { WindowSessions } from '../pty/windowSessions';
import type { TmuxSessions } from '../pty/tmux/tmuxSessions';
import { createTerminate } from '../pty/process/createTerminate';

export interface SessionsParts extends SessionsHost {
  readonly facts: HostFacts;
  readonly limits: () => HostLimits;
  /** The extension's own version. */
  readonly version: string;
  readonly folders: () => readonly FolderRef[];
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly tmux: Pick<TmuxPlanner, 'wrap'>;
  readonly tmuxSessions: Pick<TmuxSessions, 'kill' | 'list'>;
}

/** Makes what holds the sessions of a window: those in its own process, and those in the session host. */
export function createSessions(parts: SessionsParts) {
  const { logger, limits, version, facts, folders, tmux, tmuxSessions, settingsOf } = parts;
  const home = ownHomeOf(facts);
  const ending = { clock: systemClock, terminate: createTerminate(systemClock) };
  const access = new DiskHostAccess({
    ...{ ...parts, ...ending, home, env: facts.env, runtime: process.execPath },
  });
  const place = hostPlace(home, PROTOCOL_VERSION);
  const lastScreens = new LastScreens(place.screens, systemClock);
  const hostClient = new HostClient({
    ...{ access, connect: connectTo, clock: systemClock, logger, limits },
    self: { client: randomUuid(), version, pid: process.pid },
    removeScreens: () => lastScreens.removeAll(),
    // A session that the window owns stays its own wherever its folder is by now.
    isOurs: (session) =>
      sessions.owns(session.id) || folderOfSession(session, folders()) !== undefined,
  });
  const listOthers = (): Promise<readonly OtherHost[]> =>
    listOtherHosts(place, hostClient.host?.host);
  const sessions: WindowSessions = new WindowSessions({
    backends: {
      window: createSessionManager({ ...parts, tmuxPrograms: createTmuxPrograms() }),
      host: hostClient,
    },
    wrapInTmux: (spec) => tmux.wrap(spec, settingsOf(spec.folder)),
    requireNotInOtherHost: async (id) => requireNotInOtherHost(id, await listOthers()),
    lastScreens,
  });
  const endProcess = (pid: number): void => void process.kill(pid, 'SIGKILL');
  const endOther = (host: string): Promise<void> => endOtherHost(place, host, ending);
  const hosting = new SessionHosting({
    ...{ client: hostClient, tmux: tmuxSessions, isDirectory, endProcess, listOthers, endOther },
  });
  const isSuspended = ({ persistence, state }: SessionInfo): boolean =>
    persistence === 'host' && state !== 'terminated' && hostClient.health.state === 'unresponsive';
  return { sessions, hostClient, hosting, isSuspended };
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
