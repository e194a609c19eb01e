import { posix, win32 } from 'node:path';
import { offerVariables } from './offerCommandLine';
import {
  AGENT_ENV_VARS,
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

/** All that a session's environment is made of. */
export interface SessionEnvironmentInput {
  /** Our own environment. */
  readonly source: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly user: { readonly name: string; readonly home: string };
  /** The path of the person's shell. */
  readonly shell: string;
  /** As the login shell has it. */
  readonly path: string;
  /** VS Code's version, which programs read as the terminal's. */
  readonly terminalVersion?: string | undefined;
  /** Whether to begin with all of `source`: the setting `inheritEnv`. */
  readonly inherit: boolean;
  /** More names to take from `source`: the setting `envPassthrough`. */
  readonly passthrough: readonly string[];
  readonly provider: {
    /** Names to take from `source`. */
    readonly passthrough: readonly string[];
    /** Names that never come from `source`. */
    readonly strip: readonly string[];
    readonly env: Variables;
  };
  /** What this start asks for; beats all but what {@link SessionIdentity} says. */
  readonly callerEnv: Variables;
  readonly session: SessionIdentity;
}

/** What tells a program, and what it starts, which session it belongs to. */
export interface SessionIdentity {
  readonly ptyId: string;
  readonly taskId: string;
  readonly taskName: string;
  /** The path of the workspace folder. */
  readonly folder: string;
  /** Random, one a session: finds processes that left the session's group. */
  readonly marker: string;
  /** Where its agent's hooks report to; undefined where nobody listens. */
  readonly hooks?: HookAccess | undefined;
  /** The path of the program `agent-terminals`, whose directory is put on the PATH. */
  readonly commandLine?: string | undefined;
  /** `drive`: what runs in the session may drive the sessions of its folder. */
  readonly rights?: 'drive' | 'none' | undefined;
}

/** How a session's hooks reach the window that has the session. */
export interface HookAccess {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Good for this session's own events. */
  readonly token: string;
}

/** The variable that carries {@link SessionIdentity.marker}. */
export const SESSION_MARKER_VARIABLE = 'AGENT_TERMINALS_SESSION_MARKER';

/** Variables of this prefix are ours to set. */
const RESERVED = /^AGENT_TERMINALS(?:_|$)/i;

/**
 * Builds a session's whole environment: minimal, since an editor's own breaks tools
 * (a packaged Python home, say) and login shells build the rest. `notices` has a sentence,
 * for the log, for each variable that was refused.
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
  offerCommandLine(map, input);
  return { env: map.toRecord(), notices };
}

/** What comes from our own environment, by name or, if so set, all of it. */
function selectInherited(input: SessionEnvironmentInput): Variables {
  const source = new EnvironmentMap(input.platform);
  source.setAll(definedOnly(input.source));
  const names = input.inherit ? source.names() : passedNames(input);
  const found = names
    .filter((name) => !isStripped(name, input))
    .map((name) => [name, source.get(name)] as const)
    .filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  return Object.fromEntries(found);
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

/** Drops what is undefined, and names that no one could set (Windows keeps `=C:` among them). */
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

/** The screen is VS Code's own, and agents choose features by its name. */
function describeTerminal({ terminalVersion }: SessionEnvironmentInput): Variables {
  return {
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'vscode',
    ...(terminalVersion === undefined ? {} : { TERM_PROGRAM_VERSION: terminalVersion }),
  };
}

/** Agents draw with more than ASCII, so the characters are UTF-8 whatever the language is. */
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

function isName(name: string): boolean {
  return name !== '' && !/[=\0]/.test(name);
}

function describeSession(session: SessionIdentity): Variables {
  const { ptyId, taskId, taskName, folder, marker, hooks, commandLine, rights } = session;
  return {
    AGENT_TERMINALS: '1',
    AGENT_TERMINALS_PTY_ID: ptyId,
    AGENT_TERMINALS_TASK_ID: taskId,
    AGENT_TERMINALS_TASK_NAME: taskName.replaceAll('\0', ''),
    AGENT_TERMINALS_FOLDER: folder,
    [SESSION_MARKER_VARIABLE]: marker,
    ...(hooks && {
      AGENT_TERMINALS_HOOK_PORT: String(hooks.port),
      AGENT_TERMINALS_HOOK_TOKEN: hooks.token,
    }),
    ...(commandLine !== undefined && { AGENT_TERMINALS_CLI: commandLine }),
    // The session's own token is good for more then.
    ...(hooks &&
      rights === 'drive' && {
        AGENT_TERMINALS_URL: `http://127.0.0.1:${hooks.port}`,
        AGENT_TERMINALS_TOKEN: hooks.token,
      }),
  };
}

/**
 * A login shell of Debian's begins its PATH anew (`/etc/profile`), and the rc files may do so. The
 * agent's script puts the directory back (`agentScript.ts`); the shell after it, or without it,
 * does so before its first prompt (`offerCommandLine.ts`).
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
