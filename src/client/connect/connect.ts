import { AgentTerminals } from '../agentTerminals';
import type {
  AttachOptions,
  ConnectOptions,
  OpenOptions,
  SessionReference,
} from '../clientOptions';
import type { RemoteSession } from '../session/remoteSession';
import type { SessionInfo } from '../sessionInfo';
import { headlessByCommandLine } from './startHeadless';

/**
 * Connects to the window that the options select, by default the one whose folder contains the
 * current directory. The window is looked up at each call. If no window has the folder, and its last one
 * had sessions in the session host, a process without a window serves this one until it ends.
 */
export function connect(options: ConnectOptions = {}): AgentTerminals {
  const { window, cwd = process.cwd(), env = process.env } = options;
  return new AgentTerminals({ window, cwd, env, headless: headlessByCommandLine(env) });
}

/** `connect().open(...)`. */
export function open(options: OpenOptions): Promise<RemoteSession> {
  return connect().open(options);
}

/** `connect().attach(...)`. */
export function attach(options: AttachOptions): Promise<RemoteSession> {
  return connect().attach(options);
}

/** `connect().list()`. */
export function list(): Promise<{ readonly sessions: readonly SessionInfo[] }> {
  return connect().list();
}

/** `connect().close(...)`. */
export function close(reference: SessionReference): Promise<void> {
  return connect().close(reference);
}
