/** The arguments and variables that install hooks for one launch of an agent. */
export interface HookLaunch {
  /** All arguments of the agent. */
  readonly args: readonly string[];
  /** Variables to add to the agent's own environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Why an agent starts without hooks, as a clause for the log. */
export interface NoHooks {
  readonly reason: string;
}

export interface HookLaunchInput {
  /** The agent's arguments, without hooks. */
  readonly args: readonly string[];
  /** How many arguments at the end form its prompt, including a separator before it. */
  readonly trailing: number;
  readonly platform: NodeJS.Platform;
  /** The variables of the agent's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command line of a hook, by the event's name. */
  readonly commandLine: (event: string) => string;
  readonly files: HookFiles;
}

/** Reads files of the person and writes files for the agent. */
export interface HookFiles {
  /** Reads a file that the person names, relative to the agent's directory. */
  readonly read: (path: string) => Promise<string>;
  /**
   * Writes a text to a file for this session only, whose name has this ending. Returns its path.
   */
  readonly write: (ending: HookFileEnding, text: string) => Promise<string>;
}

type HookFileEnding = 'settings.json' | 'plugin.mjs' | 'plugin/plugin.json' | 'plugin/hooks.json';

/** The time limit that a CLI gets for a hook, in seconds. The hook itself ends within 9 s after its start. */
export const HOOK_TIMEOUT_S = 15;

/** Inserts `more` before the prompt. */
export function insertArgs(
  { args, trailing }: Pick<HookLaunchInput, 'args' | 'trailing'>,
  more: readonly string[],
): readonly string[] {
  const end = args.length - trailing;
  return [...args.slice(0, end), ...more, ...args.slice(end)];
}
