import type { RecordMatch } from './transcriptSupport';

/** What one event of a CLI's hooks says of the agent. */
export type HookStatus =
  | { readonly kind: 'working' }
  | { readonly kind: 'done' }
  | { readonly kind: 'idle' }
  | { readonly kind: 'limited' }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'needsInput';
      readonly need: 'permission' | 'question';
      /**
       * Where the payload has what it asks: of these lists the first whose fields are all texts,
       * joined by a colon. A field is a path of names with dots between them.
       */
      readonly question: readonly (readonly string[])[];
    };

export interface HookRule {
  /** As the CLI names it: `PermissionRequest`. */
  readonly event: string;
  /** All of it must be in the payload. */
  readonly when?: RecordMatch;
  readonly status: HookStatus;
}

/** How the events of a CLI's hooks are read. */
export interface HookReading {
  /** The first that fits an event counts; no other events are asked for. */
  readonly rules: readonly HookRule[];
  /** Payloads of sub-agents and side threads: they say nothing of the session. */
  readonly notOfSession: readonly RecordMatch[];
  /** Which events tell the conversation that the session has from then on, and where. */
  readonly conversation: {
    readonly event: string;
    readonly at: string;
    readonly unless?: RecordMatch;
  };
}

/** How a CLI is told of hooks for one launch, with no file of the person's touched. */
export type HookSupport =
  /** It cannot be, or not so that it is known to work. */
  | { readonly kind: 'none' }
  /** A flag with settings, as JSON or the name of a file; the CLI's other settings hold as well. */
  | (HookReading & { readonly kind: 'settingsFlag'; readonly flag: string })
  /**
   * A variable that names the machine's file of defaults, which is read below all other settings;
   * the hooks of all run. Milliseconds are what its hooks' time limits are in.
   */
  | (HookReading & {
      readonly kind: 'defaultsFile';
      readonly variable: string;
      /** Where that file is else: in the directory of another file, or in this one. */
      readonly fallback: {
        readonly name: string;
        readonly besideVariable: string;
        readonly unix: string;
        readonly mac: string;
        readonly windows: string;
      };
    })
  /** A flag with the directory of a plugin, which has hooks beside those of other sources. */
  | (HookReading & { readonly kind: 'pluginFlag'; readonly flag: string })
  /** A variable with configuration, in JSON, that lists a plugin beside those of other sources. */
  | (HookReading & { readonly kind: 'pluginVariable'; readonly variable: string })
  /**
   * A flag for each line of configuration, in TOML. Hooks that the CLI does not know it asks the
   * person about; one whose hash is given with it, it knows.
   */
  | (HookReading & {
      readonly kind: 'configFlag';
      readonly flags: readonly [string, ...string[]];
      /** By what name it knows the configuration of its command line; here and on Windows. */
      readonly source: { readonly unix: string; readonly windows: string };
    });

/** All events that are asked for, each once. */
export function hookEvents({ rules, conversation }: HookReading): readonly string[] {
  return [...new Set([conversation.event, ...rules.map(({ event }) => event)])];
}
