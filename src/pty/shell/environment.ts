import { posix, win32 } from 'node:path';
import { offerVariables } from './offerCommandLine';
import {
  AGENT_ENV_VARS,
  CHANGES_PROGRAMS,
  CERTIFICATE_ENV_VARS,
  DISPLAY_ENV_VARS,
  LOCALE_ENV_VARS,
  NEVER_INHERITED,
  PROXY_ENV_VARS,
  SESSION_ENV_VARS,
  WINDOWS_DEFAULTS,
  WINDOWS_ENV_VARS,
} from './environmentNames';
import { EnvironmentMap } from './environmentMap';

type Variables = Readonly<Record<string, string>>;

/** The sources of a session's environment. */
export interface SessionEnvironmentInput {
  /** The environment of this process. */
  readonly source: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly user: { readonly name: string; readonly home: string };
  /** The path of the person's shell. */
  readonly shell: string;
  /** The PATH of the login shell. */
  readonly path: string;
  /** VS Code's version, which programs read as the version of the terminal. */
  readonly terminalVersion?: string | undefined;
  /** Whether to start with `source`, except {@link CHANGES_PROGRAMS}: the setting `inheritEnv`. */
  readonly inherit: boolean;
  /** More names to pass from `source`: the setting `envPassthrough`. */
  readonly passthrough: readonly string[];
  readonly provider: {
    /** Names to pass from `source`. */
    readonly passthrough: readonly string[];
    /** Names that are never passed from `source`. */
    readonly strip: readonly string[];
    readonly env: Variables;
  };
  /** Variables of this start. They replace all others except those of {@link SessionIdentity}. */
  readonly callerEnv: Variables;
  readonly session: SessionIdentity;
}

/** Identifies the session to its programs and their children. */
export interface SessionIdentity {
  readonly ptyId: string;
  readonly taskId: string;
  readonly taskName: string;
  /** The path of the workspace folder. */
  readonly folder: string;
  /** The path of the task's worktree; undefined if it has none. */
  readonly worktree?: string | undefined;
  /** The first port of the task's range; undefined if it has none. */
  readonly portBase?: number | undefined;
  /** Random for each session. It finds processes that have left the session's process group. */
  readonly marker: string;
  /** How its programs reach the window; undefined: not at all. */
  readonly endpoint?: SessionEndpoint | undefined;
  /** The path of the program `agent-terminals`, whose directory is added to the PATH. */
  readonly commandLine?: string | undefined;
}

/** How the programs of a session reach its window. */
export interface SessionEndpoint {
  /** The path of the socket at which the window listens. */
  readonly socket: string;
  /** The port on 127.0.0.1, if one is open. */
  readonly port?: number | undefined;
  /** Valid for this session's own hook events. */
  readonly hookToken: string;
  /** Valid for the sessions of its folder; undefined if the session may not drive them. */
  readonly driveToken?: string | undefined;
}

/** The variable with {@link SessionIdentity.marker}. */
export const SESSION_MARKER_VARIABLE = 'AGENT_TERMINALS_SESSION_MARKER';

/** Only the extension sets variables with this prefix. */
const RESERVED = /^AGENT_TERMINALS(?:_|$)/i;

/**
 * Builds a session's complete environment. It is minimal, since an editor's own environment breaks
 * tools (for example with a packaged Python home), and login shells build the rest. `notices` has a
 * sentence for the log for each refused variable.
 */
export function buildSessionEnvironment(input: SessionEnvironmentInput): {
  readonly env: Variables;
  readonly notices: readonly string[];
} {
  const map = new EnvironmentMap(input.platform);
  map.setAll(selectInherited(input));
  map.setAll(describeUser(input));
  map.setAll(describeTerminal(input));
  ensureUtf8(map, input.platform);
  const notices = [
    ...setExplicit(map, input.provider.env, 'The provider'),
    ...setExplicit(map, input.callerEnv, 'The caller'),
  ];
  map.setAll(describeSession(input.session));
  const home = input.source['AGENT_TERMINALS_HOME'];
  if (home) {
    map.set('AGENT_TERMINALS_HOME', home);
  }
  offerCommandLine(map, input);
  return { env: map.toRecord(), notices };
}

/** The variables from this process's environment, by name or, if requested, all. */
function selectInherited(input: SessionEnvironmentInput): Variables {
  const source = new EnvironmentMap(input.platform);
  source.setAll(definedOnly(input.source));
  const names = [...(input.inherit ? inheritedNames(source) : []), ...passedNames(input)];
  const found = names
    .filter((name) => !isStripped(name, input))
    .map((name) => [name, source.get(name)] as const)
    .filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  return Object.fromEntries(found);
}

function inheritedNames(source: EnvironmentMap): string[] {
  return source.names().filter((name) => !CHANGES_PROGRAMS.some((one) => one === name));
}

function passedNames({ platform, passthrough, provider }: SessionEnvironmentInput): string[] {
  return [
    ...AGENT_ENV_VARS,
    ...DISPLAY_ENV_VARS,
    ...PROXY_ENV_VARS,
    ...CERTIFICATE_ENV_VARS,
    ...SESSION_ENV_VARS,
    ...LOCALE_ENV_VARS,
    ...(platform === 'win32' ? WINDOWS_ENV_VARS : []),
    ...provider.passthrough,
    ...passthrough,
  ];
}

function isStripped(name: string, { provider, platform }: SessionEnvironmentInput): boolean {
  const known = platform === 'win32' ? name.toUpperCase() : name;
  return provider.strip.includes(known) || NEVER_INHERITED.some((pattern) => pattern.test(known));
}

/** Removes undefined values, and names that cannot be set (Windows has `=C:` among them). */
function definedOnly(source: SessionEnvironmentInput['source']): Variables {
  return Object.fromEntries(
    Object.entries(source).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && isName(entry[0]),
    ),
  );
}

function describeUser({ platform, user, shell, path, source }: SessionEnvironmentInput): Variables {
  if (platform === 'win32') {
    const defaults = new EnvironmentMap(platform);
    defaults.setAll(WINDOWS_DEFAULTS);
    defaults.setAll(definedOnly(source));
    const kept = Object.keys(WINDOWS_DEFAULTS).map((name) => [name, defaults.get(name) ?? '']);
    return { ...(Object.fromEntries(kept) as Variables), PATH: path };
  }
  return { HOME: user.home, USER: user.name, LOGNAME: user.name, SHELL: shell, PATH: path };
}

/**
 * Identifies the terminal as VS Code's, whose screen it is. Agents choose features by that name.
 */
function describeTerminal({ terminalVersion }: SessionEnvironmentInput): Variables {
  return {
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'vscode',
    ...(terminalVersion === undefined ? {} : { TERM_PROGRAM_VERSION: terminalVersion }),
  };
}

/** Agents draw more than ASCII characters, so the locale uses UTF-8 in every language. */
function ensureUtf8(map: EnvironmentMap, platform: NodeJS.Platform): void {
  const inForce = ['LC_ALL', 'LC_CTYPE', 'LANG'].find((name) => map.get(name));
  if (platform === 'win32' || (inForce && /utf-?8/i.test(map.get(inForce) ?? ''))) {
    return;
  }
  // macOS before 15 has no C.UTF-8.
  const utf8 = platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  if (inForce === 'LC_ALL') {
    map.set('LANG', map.get('LC_ALL') ?? utf8);
    map.delete('LC_ALL');
  }
  map.set(inForce ? 'LC_CTYPE' : 'LANG', utf8);
}

function setExplicit(map: EnvironmentMap, variables: Variables, who: string): string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    const refusal = findRefusal(name, value);
    if (refusal === undefined) {
      map.set(name, value);
      return [];
    }
    return [
      `${who} sets the environment variable ${JSON.stringify(name)}: ${refusal}; it is left out.`,
    ];
  });
}

function findRefusal(name: string, value: unknown): string | undefined {
  if (!isName(name)) {
    return 'a name is not empty and holds no "=" and no NUL';
  }
  if (RESERVED.test(name)) {
    return 'Agent Terminals sets this itself';
  }
  if (typeof value !== 'string') {
    return 'its value is not a text';
  }
  return value.includes('\0') ? 'its value holds a NUL' : undefined;
}

/** Whether a start may set a variable of this name. */
export function isVariableName(name: string): boolean {
  return findRefusal(name, '') === undefined;
}

function isName(name: string): boolean {
  return name !== '' && !/[=\0]/.test(name);
}

function describeSession(session: SessionIdentity): Variables {
  const { ptyId, taskId, taskName, folder, worktree, portBase } = session;
  const { marker, endpoint, commandLine } = session;
  return {
    AGENT_TERMINALS: '1',
    AGENT_TERMINALS_PTY_ID: ptyId,
    AGENT_TERMINALS_TASK_ID: taskId,
    AGENT_TERMINALS_TASK_NAME: taskName.replaceAll('\0', ''),
    AGENT_TERMINALS_FOLDER: folder,
    ...(worktree !== undefined && { AGENT_TERMINALS_WORKTREE: worktree }),
    ...(portBase !== undefined && { AGENT_TERMINALS_PORT_BASE: String(portBase) }),
    [SESSION_MARKER_VARIABLE]: marker,
    ...(commandLine !== undefined && { AGENT_TERMINALS_CLI: commandLine }),
    ...(endpoint && describeEndpoint(endpoint)),
  };
}

function describeEndpoint({ socket, port, hookToken, driveToken }: SessionEndpoint): Variables {
  const url = port === undefined ? undefined : `http://127.0.0.1:${port}`;
  return {
    AGENT_TERMINALS_HOOK_TOKEN: hookToken,
    ...(port !== undefined && { AGENT_TERMINALS_HOOK_PORT: String(port) }),
    ...(driveToken !== undefined && {
      AGENT_TERMINALS_SOCKET: socket,
      AGENT_TERMINALS_TOKEN: driveToken,
      ...(url !== undefined && { AGENT_TERMINALS_URL: url }),
    }),
  };
}

/**
 * Adds the directory of `agent-terminals` to the PATH. A login shell on Debian resets its PATH
 * (`/etc/profile`), and rc files may do so. The agent's script adds the directory again
 * (`agentScript.ts`); a shell after the agent, or a bare shell, does so before its first prompt
 * (`offerCommandLine.ts`).
 */
function offerCommandLine(
  map: EnvironmentMap,
  { session, platform, shell }: SessionEnvironmentInput,
): void {
  const { commandLine } = session;
  if (commandLine === undefined) {
    return;
  }
  const path = platform === 'win32' ? win32 : posix;
  map.set(
    'PATH',
    [path.dirname(commandLine), map.get('PATH')].filter(Boolean).join(path.delimiter),
  );
  if (platform !== 'win32') {
    map.setAll(offerVariables(shell, commandLine, map.toRecord()));
  }
}
