import type { RecordMatch } from './transcriptSupport';

export type HookStatus =
  | { readonly kind: 'working' }
  | {
      readonly kind: 'done';
      /** A list in the payload: while any of its entries matches one of these, the agent works. */
      readonly unless?: { readonly list: string; readonly has: readonly RecordMatch[] };
      /** Whether only the screen, which is drawn a moment later, shows all work in the background. */
      readonly awaitsScreen?: true;
    }
  | { readonly kind: 'idle' }
  | { readonly kind: 'limited' }
  | {
      readonly kind: 'failed';
      /** Where the payload has the words of the error, as in `question`. */
      readonly error: readonly (readonly string[])[];
    }
  | {
      readonly kind: 'needsInput';
      readonly need: 'permission' | 'question';
      /**
       * Where the payload has the question: the first of these lists whose fields are all strings;
       * they are joined by a colon. A field is a property path.
       */
      readonly question: readonly (readonly string[])[];
      /** The property path of the command for which it requests permission. */
      readonly input?: string;
    };

interface HookRule {
  readonly event: string;
  /** The payload must match all of it. */
  readonly when?: RecordMatch;
  readonly status: HookStatus;
}

export interface HookReading {
  /**
   * The first rule that matches an event applies. Hooks are installed only for events of these
   * rules.
   */
  readonly rules: readonly HookRule[];
  /** Payloads of sub-agents and side threads, which do not concern the session. */
  readonly notOfSession: readonly RecordMatch[];
  /** The event that names the session's conversation from then on, and where. */
  readonly conversation: {
    readonly event: string;
    readonly at: string;
    readonly unless?: RecordMatch;
    /**
     * Set if each event names its conversation there. Events of another one than the session's are
     * those of a sub-agent.
     */
    readonly isInEachEvent?: true;
  };
}

/** How hooks are installed for one launch of a CLI, without changing a file of the person. */
export type HookSupport =
  /** Not possible, or not tested. */
  | { readonly kind: 'none' }
  /** A flag with settings. The CLI's other settings also apply. */
  | (HookReading & {
      readonly kind: 'settingsFlag';
      readonly flag: string;
      readonly value: 'jsonOrFile' | 'file';
      /** A variable that names a file with settings, for launches without the flag. */
      readonly variable?: string;
    })
  /**
   * A variable that names the machine-wide file of defaults, which has the lowest precedence; the
   * hooks of all files run. Time limits of its hooks are in milliseconds.
   */
  | (HookReading & {
      readonly kind: 'defaultsFile';
      readonly variable: string;
      /**
       * The default place of that file: in the directory of another variable's file, or this path.
       */
      readonly fallback: {
        readonly name: string;
        readonly besideVariable: string;
        readonly unix: string;
        readonly mac: string;
        readonly windows: string;
      };
    })
  /** A flag with the directory of a plugin, whose hooks run beside those of other sources. */
  | (HookReading & { readonly kind: 'pluginFlag'; readonly flag: string })
  /** A variable with configuration in JSON that adds a plugin to those of other sources. */
  | (HookReading & { readonly kind: 'pluginVariable'; readonly variable: string })
  /** A flag with the file of an extension, which is loaded beside those of other sources. */
  | (HookReading & { readonly kind: 'extensionFlag'; readonly flag: string })
  /** A flag with the file of a mod, whose hooks and observers run beside those of other mods. */
  | (HookReading & { readonly kind: 'modFlag'; readonly flag: string })
  /**
   * A flag for each line of configuration in TOML. The CLI asks the person about unknown hooks; a
   * hook whose hash is passed with it counts as known.
   */
  | (HookReading & {
      readonly kind: 'configFlag';
      readonly flags: readonly [string, ...string[]];
      /** The CLI's name for the configuration of its command line, on Unix and on Windows. */
      readonly source: { readonly unix: string; readonly windows: string };
    });

/** The events for which hooks are installed, without repetitions. */
export function hookEvents({ rules, conversation }: HookReading): readonly string[] {
  return [...new Set([conversation.event, ...rules.map(({ event }) => event)])];
}
