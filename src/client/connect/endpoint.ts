import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isInside } from '../../base/isInside';
import { listFolderSnapshots, type FolderSnapshotEntry } from '../../endpoint/folderSnapshotEntry';
import { chooseSnapshot, chooseWindow, chooseWindowOfPid } from './chooseWindow';
import { ClientError } from '../clientError';
import type { WindowEntry } from '../../endpoint/windowEntry';
import type { Address } from '../../endpoint/verifiedConnection';
import { readSessionSocket } from './sessionSocket';
import { readWindowFiles } from './windowFiles';

/** The address of a window's API and a token for it. */
export interface Endpoint {
  readonly address: Address;
  readonly token: string;
  /** The window's folders; empty if they are not known. */
  readonly folders: readonly string[];
}

export interface EndpointChoice {
  /**
   * A folder of the window, or its process id; by default the current directory selects the window.
   */
  readonly window?: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Without it the caller needs a window. */
  readonly headless?: HeadlessServers | undefined;
}

/** Whether a core of the caller's own process that runs an operation is found before any window. */
export type BusyCore = 'first' | 'skip';

/** Runs cores for folders that no window has open. */
export interface HeadlessServers {
  /** The core of a folder, which runs until the caller ends. */
  open(snapshot: FolderSnapshotEntry): Promise<HeadlessServer>;
  /** A core that runs an operation which keeps its session from a window. */
  findInUse(): Promise<HeadlessServer | undefined>;
}

/** The API of a core without a window. */
export interface HeadlessServer {
  readonly socket: string;
  readonly token: string;
  /** The path of its folder. */
  readonly folder: string;
}

/**
 * Finds the API of a window, or of a core without a window, which is opened for a folder that no
 * window has. A program in a session uses the address in its environment. An agent without one may
 * not drive sessions, so the window files are not searched for it.
 * @throws {ClientError} `NO_WINDOW`, `SEVERAL_WINDOWS`, `NOT_ALLOWED`.
 */
export async function findEndpoint(
  choice: EndpointChoice,
  busyCore: BusyCore = 'first',
): Promise<Endpoint> {
  const { env, window, cwd } = choice;
  const isAgent = isAgentSession(env);
  if (isAgent) {
    requireAgentAccess(choice);
  }
  const inEnvironment = isAgent || window === undefined ? await fromEnvironment(env) : undefined;
  if (inEnvironment) {
    return inEnvironment;
  }
  const busy = busyCore === 'first' ? await choice.headless?.findInUse() : undefined;
  if (busy) {
    return toHeadless(busy);
  }
  const path = await realPath(resolve(cwd, folderOf(choice)));
  return findOrOpen(choice, path);
}

/** A task's worktree is outside of its folder, so the environment of its sessions names the folder. */
function folderOf({ window, env }: EndpointChoice): string {
  return window ?? (env['AGENT_TERMINALS_FOLDER'] || '.');
}

async function findOrOpen(choice: EndpointChoice, path: string): Promise<Endpoint> {
  const { env, headless, window } = choice;
  const home = homeOf(env);
  try {
    return toEndpoint(await choose(await readWindowFiles(home), choice, path));
  } catch (error) {
    const isOpenable = headless !== undefined && !isPid(window);
    const snapshot = isOpenable ? await findSnapshot(home, error, path) : undefined;
    if (!headless || !snapshot) {
      throw error;
    }
    return toHeadless(await headless.open(snapshot));
  }
}

/** The snapshot of a folder that no window has open; undefined if the search failed for another reason. */
async function findSnapshot(
  home: string,
  failure: unknown,
  path: string,
): Promise<FolderSnapshotEntry | undefined> {
  if (!(failure instanceof ClientError) || failure.code !== 'NO_WINDOW') {
    return undefined;
  }
  const snapshots = (await listFolderSnapshots(home)).map(async (snapshot) => ({
    ...snapshot,
    path: await realPath(snapshot.path),
  }));
  return chooseSnapshot(await Promise.all(snapshots), path);
}

/**
 * The address in the environment: of a session that may drive others, or of what
 * `Copy API Connection` copies.
 */
async function fromEnvironment(env: EndpointChoice['env']): Promise<Endpoint | undefined> {
  const socket = env['AGENT_TERMINALS_SOCKET'];
  const url = env['AGENT_TERMINALS_URL'];
  const token = env['AGENT_TERMINALS_TOKEN'];
  if (!token) {
    return undefined;
  }
  if (socket) {
    const ptyId = env['AGENT_TERMINALS_PTY_ID'] ?? '';
    const now = await readSessionSocket(homeOf(env), { ptyId, token });
    return { address: { kind: 'socket', path: now ?? socket }, token, folders: [] };
  }
  return url ? { address: toPort(url), token, folders: [] } : undefined;
}

/** @throws {ClientError} `BAD_REQUEST` for an address of another machine. */
function toPort(url: string): Address {
  const port = Number(/^http:\/\/(?:127\.0\.0\.1|localhost):(\d{1,5})\/?$/.exec(url)?.[1]);
  if (!(port > 0 && port < 65_536)) {
    throw new ClientError(
      'BAD_REQUEST',
      'AGENT_TERMINALS_URL must be http://127.0.0.1 with a port: copy the API connection again.',
    );
  }
  return { kind: 'port', port };
}

function toEndpoint({ socket, token, folders }: WindowEntry): Endpoint {
  const address = { kind: 'socket', path: socket } as const;
  return { address, token, folders: folders.map(({ path }) => path) };
}

function toHeadless({ socket, token, folder }: HeadlessServer): Endpoint {
  return { address: { kind: 'socket', path: socket }, token, folders: [folder] };
}

/** The extension's directory in the person's home. */
export function homeOf(env: EndpointChoice['env']): string {
  return env['AGENT_TERMINALS_HOME'] || join(homedir(), '.agent-terminals');
}

/**
 * Whether this process runs in an agent's session. In a session with a bare shell the person types.
 */
function isAgentSession(env: EndpointChoice['env']): boolean {
  const ptyId = env['AGENT_TERMINALS_PTY_ID'];
  return ptyId !== undefined && ptyId !== '' && !/^shell-(?:main|chat)-/.test(ptyId);
}

function requireAgentAccess({ env, window, cwd }: EndpointChoice): void {
  if (!env['AGENT_TERMINALS_SOCKET'] || !env['AGENT_TERMINALS_TOKEN']) {
    throw new ClientError(
      'NOT_ALLOWED',
      'Agents may not use the API here. Turn on the setting agentTerminals.agentsMayDrive, then start this agent again.',
    );
  }
  const folder = env['AGENT_TERMINALS_FOLDER'] ?? cwd;
  if (window !== undefined && !isInside(resolve(cwd, window), folder)) {
    throw new ClientError(
      'NOT_ALLOWED',
      `An agent can drive only the sessions of its own folder, ${folder}.`,
    );
  }
}

async function choose(
  windows: readonly WindowEntry[],
  { window }: EndpointChoice,
  path: string,
): Promise<WindowEntry> {
  if (isPid(window)) {
    return chooseWindowOfPid(windows, Number(window));
  }
  return chooseWindow(await Promise.all(windows.map(withRealFolders)), path);
}

/** Whether a window was selected by its process id, which no process without a window replaces. */
function isPid(window: string | undefined): window is string {
  return window !== undefined && /^\d+$/.test(window);
}

async function withRealFolders(window: WindowEntry): Promise<WindowEntry> {
  const folders = window.folders.map(async ({ path, token }) => ({
    path: await realPath(path),
    token,
  }));
  return { ...window, folders: await Promise.all(folders) };
}

/** Resolves symbolic links; returns a path that does not exist unchanged. */
function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
