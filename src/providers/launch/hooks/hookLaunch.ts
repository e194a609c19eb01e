/** The arguments and variables that install hooks for one launch of an agent. */
export interface HookLaunch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Why an agent starts without hooks, as a clause for the log. */
export interface NoHooks {
  readonly reason: string;
}

export interface HookLaunchInput {
  readonly args: readonly string[];
  /** How many arguments at the end form its prompt, including a separator before it. */
  readonly trailing: number;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly commandLine: (event: string) => string;
  readonly files: HookFiles;
}

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

export function insertArgs(
  { args, trailing }: Pick<HookLaunchInput, 'args' | 'trailing'>,
  more: readonly string[],
): readonly string[] {
  const end = args.length - trailing;
  return [...args.slice(0, end), ...more, ...args.slice(end)];
}
