import { isInside } from '../../base/isInside';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { chooseWindow, chooseWindowOfPid } from './chooseWindow';
import { ClientError } from '../clientError';
import { readSessionAddress } from './sessionAddress';
import { readWindowFiles } from './windowFiles';
import type { WindowFile } from './windowFile';

/** Where a window's API listens, and what lets in. */
export interface Endpoint {
  readonly url: string;
  readonly token: string;
  /** Of the window; empty where they are not known. */
  readonly folders: readonly string[];
}

export interface EndpointChoice {
  /** A folder of the window, or the window's process id; by default the current directory. */
  readonly window?: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the window. What runs in a session is told by its environment; an agent that is told
 * nothing there may not drive others, and is not helped to find a way round it.
 * @throws {ClientError} `NO_WINDOW`, `SEVERAL_WINDOWS`, `NOT_ALLOWED`.
 */
export async function findEndpoint(choice: EndpointChoice): Promise<Endpoint> {
  const { env, window, cwd } = choice;
  const isAgents = isAgentsSession(env);
  if (isAgents) {
    checkAgentsWindow(choice);
  }
  const url = env['AGENT_TERMINALS_URL'];
  const token = env['AGENT_TERMINALS_TOKEN'];
  if (url && token && (isAgents || window === undefined)) {
    const ptyId = env['AGENT_TERMINALS_PTY_ID'] ?? '';
    const now = await readSessionAddress(homeOf(env), { ptyId, token });
    return { url: now ?? url, token, folders: [] };
  }
  return choose(await readWindowFiles(homeOf(env)), choice, resolve(cwd, window ?? '.'));
}

/** The directory of our own files in the person's home. */
function homeOf(env: EndpointChoice['env']): string {
  return env['AGENT_TERMINALS_HOME'] || join(homedir(), '.agent-terminals');
}

/** Not in a session that is a bare shell: there it is the person who types. */
function isAgentsSession(env: EndpointChoice['env']): boolean {
  const ptyId = env['AGENT_TERMINALS_PTY_ID'];
  return ptyId !== undefined && ptyId !== '' && !/^shell-(?:main|chat)-/.test(ptyId);
}

function checkAgentsWindow({ env, window, cwd }: EndpointChoice): void {
  if (!env['AGENT_TERMINALS_URL'] || !env['AGENT_TERMINALS_TOKEN']) {
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
  windows: readonly WindowFile[],
  { window, env }: EndpointChoice,
  path: string,
): Promise<Endpoint> {
  if (window !== undefined && /^\d+$/.test(window)) {
    return chooseWindowOfPid(windows, Number(window));
  }
  // A task's worktree lies outside of its folder.
  const folder = window === undefined ? env['AGENT_TERMINALS_FOLDER'] : undefined;
  const real = await Promise.all(windows.map(withRealFolders));
  return chooseWindow(real, await realPath(folder || path));
}

async function withRealFolders(window: WindowFile): Promise<WindowFile> {
  return { ...window, folders: await Promise.all(window.folders.map(realPath)) };
}

/** Of one that is not there, as it was said. */
function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
