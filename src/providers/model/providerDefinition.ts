import type { AnswerFacts } from './answerFacts';
import type { EngineFacts } from './engineFacts';
import type { HookSupport } from './hookSupport';
import type { IdeLinkSupport } from './ideLinkSupport';
import type { McpSupport } from './mcpSupport';
import type { ModelChange } from './modelChange';
import type { ScreenPart, StatusFacts } from './statusFacts';
import type { TranscriptSupport } from './transcriptSupport';
import { canBeginPtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';

/**
 * Stands for an id in the arguments and file names of a definition: `['--resume', ID]`,
 * `['--resume=' + ID]`.
 */
export const ID = '<id>';

/** How a CLI is started so that it does not request permission. */
export type AutoApprove =
  | {
      readonly kind: 'flag';
      readonly args: readonly string[];
      /** Other arguments that do the same, or more. */
      readonly aliases?: readonly (readonly string[])[];
      /** Set if the CLI exits when root passes the flag, unless this variable is set. */
      readonly refusedAsRoot?: { readonly unlessEnv: string };
    }
  /** The CLI approves unless a flag turns that off. */
  | {
      readonly kind: 'byDefault';
      readonly args: readonly string[];
      readonly offArgs: readonly string[];
    }
  /** The CLI has no approvals: its tools always run. */
  | { readonly kind: 'neverAsks' }
  /** There is no flag, or none is known. */
  | { readonly kind: 'none' };

/** How a CLI is started in one of its permission modes. */
export type PermissionModes =
  | {
      readonly kind: 'flag';
      /** The spellings of the flag; the first one is used. */
      readonly flags: readonly [string, ...string[]];
      /**
       * The modes in which the CLI requests permission, refuses, or decides as it does by default. Any
       * other mode counts as auto-approval, also one that is not known.
       */
      readonly asking: readonly string[];
      /** The mode that root may not use, as the flag for auto-approval. */
      readonly refusedAsRoot?: string;
    }
  /** There is no flag, or none is known. */
  | { readonly kind: 'none' };

/** How a CLI accepts the first prompt of an interactive session. */
export type InitialPrompt =
  // Positional: the last argument. Real CLIs add arguments after it to the prompt, or fail.
  | {
      readonly kind: 'positional';
      /** A `--` before the prompt protects all of it, as tests with the CLI showed. */
      readonly separator: 'guardsAll';
    }
  | {
      readonly kind: 'positional';
      /**
       * `guardsOptions`: after `--` the prompt is not parsed as an option, but a single word may
       * still be a sub-command (tested). `required`: the CLI accepts a prompt nowhere else (not
       * tested). `none`: the CLI has no `--`, or it was not tested, so it is left out.
       */
      readonly separator: 'guardsOptions' | 'required' | 'none';
      /** The words that the CLI would interpret as a sub-command in place of the prompt. */
      readonly subcommands: readonly string[] | 'unknown';
    }
  | {
      readonly kind: 'flag';
      readonly flag: string;
      /** Replaces the definition's `subcommand` if a prompt is given. */
      readonly subcommand?: readonly string[];
    }
  /** Not as an argument: the prompt is typed once the CLI accepts input. */
  | { readonly kind: 'keystrokes' };

interface LatestById {
  /** Undefined: there are none, or they are not limited to the directory. */
  readonly last: readonly string[] | undefined;
  /** Set if the person's settings have them. They are then used also beside readable transcripts. */
  readonly lastOf?: 'settings';
  /** Set if the conversations of other folders or worktrees of the repository count as well. */
  readonly lastReach?: 'repository';
}

/** How a CLI resumes its conversations. {@link ID} stands for the conversation's id. */
export type ConversationSupport =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'latest';
      readonly last: readonly string[];
      /** The arguments of a new conversation, if the CLI otherwise resumes. */
      readonly fresh?: readonly string[];
    }
  /** The CLI generates the id; if it has hooks, one of them reports it. */
  | (LatestById & { readonly kind: 'byId'; readonly resume: readonly string[] })
  /** We choose the id, a UUID unless documented otherwise. */
  | (LatestById & {
      readonly kind: 'chooseId';
      readonly resume: readonly string[];
      readonly create: readonly string[];
      /**
       * What happens if an id to create exists: `refused`: an error; `resumed`: the CLI continues
       * it.
       */
      readonly existingId: 'refused' | 'resumed' | 'unknown';
    });

type ForkSupport =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'byId';
      readonly args: readonly string[];
      /** Whether the arguments in `create` may follow, to choose the new id. */
      readonly newId: 'chosen' | 'generated';
    };

export type ModelChoice =
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'none' };

export interface ProviderEnv {
  /** Names of variables passed from the person's environment: keys, base URLs, homes. */
  readonly pass: readonly string[];
  /**
   * Names of variables that no session inherits, since an agent that finds them runs as a
   * child of another.
   */
  readonly strip: readonly string[];
  /** Variables that are set for this provider only. */
  readonly extra: Readonly<Record<string, string>>;
}

/** How a typed prompt is submitted: the text, a pause, then CR as a separate write. */
export interface SubmitFacts {
  /** `paste`: as a bracketed paste, if the program has enabled it; `plain`: never. */
  readonly kind: 'paste' | 'plain';
  /**
   * In milliseconds. 150 works with every CLI that was run; smaller values were tested with the
   * CLI.
   */
  readonly gapMs: number;
  /** Set if a test with the CLI showed that LF, typed into its input, does not submit. */
  readonly lineFeed?: 'neverSubmits';
  /** Typed instead of CR. */
  readonly key?: string;
}

/** An input in shell mode runs its text as a command of the shell: some row there matches. */
export interface ShellMode {
  /** What begins the mode if it is typed into an empty input. */
  readonly key: string;
  readonly where: ScreenPart;
  readonly row: RegExp;
}

/** How a CLI is queried for its version, and recognised by the output. */
export interface VersionProbe {
  readonly args: readonly string[];
  /** Matches what the CLI itself prints. Undefined: not known, so any output is accepted. */
  readonly own: RegExp | undefined;
  /** Matches what a known program with the same name prints. */
  readonly namesake?: RegExp;
}

/** How the facts were checked: in the running CLI, against its help, or not at all. */
type Verification =
  { readonly kind: 'run' | 'help'; readonly version: string } | { readonly kind: 'unverified' };

interface InstallCommands {
  /** For Linux and macOS. */
  readonly unix: string;
  readonly windows: string | undefined;
}

/**
 * A coding-agent CLI as data. A new one takes one file and one line in the list. The order of the
 * arguments is: sub-command, conversation, default, auto-approve, prompt by flag, the settings'
 * extra arguments, model, the start's extra arguments, positional prompt.
 */
export interface ProviderDefinition {
  /** `[a-z0-9]+(-[a-z0-9]+)*`, without a part `main` or `chat`; `shell` is reserved. */
  readonly id: string;
  /** The provider whose CLI and conversations a preset of the settings shares; see {@link cliIdOf}. */
  readonly presetOf?: string | undefined;
  readonly name: string;
  /** The name of a codicon. */
  readonly icon: string;
  readonly docsUrl: string | undefined;
  readonly install: InstallCommands | undefined;
  /**
   * The CLI's program names, best first. The first that is found and is not another program of that
   * name is used.
   */
  readonly cli: readonly [string, ...string[]];
  readonly versionProbe: VersionProbe;
  readonly verification: Verification;
  /** Words before all options: `['chat']` if the TUI is `kiro-cli chat`. */
  readonly subcommand: readonly string[];
  readonly defaultArgs: readonly string[];
  readonly autoApprove: AutoApprove;
  readonly permissionModes: PermissionModes;
  readonly initialPrompt: InitialPrompt;
  readonly conversations: ConversationSupport;
  readonly transcripts: TranscriptSupport;
  readonly fork: ForkSupport;
  readonly model: ModelChoice;
  readonly modelChange: ModelChange;
  readonly env: ProviderEnv;
  /** The keys that interrupt a turn, each as a separate write. */
  readonly interrupt: readonly string[];
  readonly submit: SubmitFacts;
  readonly shellMode: ShellMode;
  /**
   * What in a prompt begins the path of a file that the CLI sends to its model without a question. None:
   * its model reads a file by a tool, as it reads others.
   */
  readonly fileMarks: readonly string[];
  readonly answers: AnswerFacts;
  readonly status: StatusFacts;
  readonly hooks: HookSupport;
  readonly mcp: McpSupport;
  readonly ideLink: IdeLinkSupport;
  readonly engine: EngineFacts;
}

/** The id of a provider's CLI: a preset has that of the provider that it extends. */
export function cliIdOf({ id, presetOf }: Pick<ProviderDefinition, 'id' | 'presetOf'>): string {
  return presetOf ?? id;
}

/** Whether a provider may have this id: a PTY id can begin with it, and it is not reserved. */
export function isProviderId(text: string): boolean {
  return text !== SHELL_PROVIDER_ID && canBeginPtyId(text);
}
