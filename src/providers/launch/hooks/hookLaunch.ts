/** What hooks are given with one launch of an agent. */
export interface HookLaunch {
  /** All arguments of the agent. */
  readonly args: readonly string[];
  /** Set beside the agent's own environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Why an agent starts without hooks: a clause for the log. */
export interface NoHooks {
  readonly reason: string;
}

export interface HookLaunchInput {
  /** The agent's arguments, without hooks. */
  readonly args: readonly string[];
  /** How many of the last of them are its prompt, and what must stand before that. */
  readonly trailing: number;
  readonly platform: NodeJS.Platform;
  /** What the agent's environment is made of, and what may be among it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The line that a hook runs, by the event's name. */
  readonly commandLine: (event: string) => string;
  readonly files: HookFiles;
}

/** What a launch may read, and leave for the agent to read. */
export interface HookFiles {
  /** A file that the person names, from the agent's directory on. */
  readonly read: (path: string) => Promise<string>;
  /** Leaves a text in a file of our own, for this session alone, its name ending so; gives its path. */
  readonly write: (ending: HookFileEnding, text: string) => Promise<string>;
}

export type HookFileEnding =
  'settings.json' | 'plugin.mjs' | 'plugin/plugin.json' | 'plugin/hooks.json';

/** How long a CLI may wait for a hook, in seconds; the hook itself gives up sooner. */
export const HOOK_TIMEOUT_S = 5;

/** The arguments with `more` before the prompt. */
export function insertArgs(
  { args, trailing }: Pick<HookLaunchInput, 'args' | 'trailing'>,
  more: readonly string[],
): readonly string[] {
  const end = args.length - trailing;
  return [...args.slice(0, end), ...more, ...args.slice(end)];
}
