import type { AnswerFacts } from './answerFacts';
import type { EngineFacts } from './engineFacts';
import type { HookSupport } from './hookSupport';
import type { McpSupport } from './mcpSupport';
import type { StatusFacts } from './statusFacts';
import type { TranscriptSupport } from './transcriptSupport';

/** Where an id goes in the arguments and file names of a definition: `['--resume', ID]`, `['--resume=' + ID]`. */
export const ID = '<id>';

/** How a CLI is made to work without asking. */
export type AutoApprove =
  | {
      readonly kind: 'flag';
      readonly args: readonly string[];
      /** Set if the CLI exits when root passes the flag, but with this variable. */
      readonly refusedAsRoot?: { readonly unlessEnv: string };
    }
  /** It approves unless told otherwise, so that "not asked for" has to be said as well. */
  | {
      readonly kind: 'byDefault';
      readonly args: readonly string[];
      readonly offArgs: readonly string[];
    }
  /** It has no approvals at all: its tools just run. */
  | { readonly kind: 'neverAsks' }
  /** No flag does it, or none is known. */
  | { readonly kind: 'none' };

/** How a CLI takes the first prompt of an interactive session. */
export type InitialPrompt =
  // Positional = the last argument of all: what follows it, real CLIs take for more of it, or fail.
  | {
      readonly kind: 'positional';
      /** A `--` before the prompt keeps all of it, as tried on the CLI itself. */
      readonly separator: 'guardsAll';
    }
  | {
      readonly kind: 'positional';
      /**
       * `guardsOptions`: after `--` the prompt is not read as an option, but one word may still
       * be a sub-command (tried). `required`: the CLI takes a prompt nowhere else (not tried).
       * `none`: the CLI has no `--`, or it was not tried, so it is left out.
       */
      readonly separator: 'guardsOptions' | 'required' | 'none';
      /** The words that the CLI takes for a sub-command in the prompt's place. */
      readonly subcommands: readonly string[] | 'unknown';
    }
  | {
      readonly kind: 'flag';
      readonly flag: string;
      /** Takes the place of the definition's `subcommand` where a prompt is given. */
      readonly subcommand?: readonly string[];
    }
  /** Not by arguments: it is typed once the CLI listens. */
  | { readonly kind: 'keystrokes' };

/** How a CLI goes back to what it remembers. {@link ID} stands for the conversation's id. */
export type ConversationSupport =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'latest';
      readonly last: readonly string[];
      /** What a new conversation needs, where the CLI resumes unasked. */
      readonly fresh?: readonly string[];
    }
  /** The CLI makes up the id; it is learned later. */
  | {
      readonly kind: 'byId';
      readonly last: readonly string[] | undefined;
      readonly resume: readonly string[];
    }
  /** We choose the id, a UUID unless said otherwise. */
  | {
      readonly kind: 'chooseId';
      readonly last: readonly string[] | undefined;
      readonly resume: readonly string[];
      readonly create: readonly string[];
      /** `refused`: creating an id that exists is an error; `resumed`: it goes on with it. */
      readonly existingId: 'refused' | 'resumed' | 'unknown';
    };

/** How a CLI starts a new conversation from another one's history. */
export type ForkSupport =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'byId';
      readonly args: readonly string[];
      /** Whether the `create` arguments of its conversations may follow, to choose the new id. */
      readonly newId: 'chosen' | 'learned';
    };

export type ModelChoice =
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'none' };

export interface ProviderEnv {
  /** Names that pass from the person's environment: keys, base URLs, homes. */
  readonly pass: readonly string[];
  /** Names that no session inherits: they make a new agent think it is a child of another. */
  readonly strip: readonly string[];
  /** What is set for this provider alone. */
  readonly extra: Readonly<Record<string, string>>;
}

/** How a prompt that is typed gets submitted: the text, a pause, then CR as a write of its own. */
export interface SubmitFacts {
  /** `paste`: bracketed where the program has asked for it; `plain`: never. */
  readonly kind: 'paste' | 'plain';
  /** In milliseconds. 150 suits every CLI that was run; less is what one was run with itself. */
  readonly gapMs: number;
  /** What is typed in place of CR. */
  readonly key?: string;
}

/** How a CLI is asked for its version, and known by the answer. */
export interface VersionProbe {
  readonly args: readonly string[];
  /** Matches what the CLI itself prints; undefined = not known, so whatever answers is taken for it. */
  readonly own: RegExp | undefined;
  /** Matches what a known program of the same name prints. */
  readonly namesake?: RegExp;
}

/** How far the facts were checked: in the running CLI, against its help, not at all. */
export type Verification =
  { readonly kind: 'run' | 'help'; readonly version: string } | { readonly kind: 'unverified' };

export interface InstallCommands {
  /** For Linux and macOS. */
  readonly unix: string;
  readonly windows: string | undefined;
}

/**
 * A coding-agent CLI, as data: adding one is one file and one line in the list.
 * Arguments are in the order sub-command, conversation, default, auto-approve, model,
 * prompt by flag, the person's own, positional prompt.
 */
export interface ProviderDefinition {
  /** `[a-z0-9]+(-[a-z0-9]+)*`, with no part `main` or `chat`; `shell` is reserved. */
  readonly id: string;
  readonly name: string;
  /** The name of a codicon. */
  readonly icon: string;
  readonly docsUrl: string | undefined;
  readonly install: InstallCommands | undefined;
  /** The names it goes by, best first; the first that is there and is not a namesake is used. */
  readonly cli: readonly [string, ...string[]];
  readonly versionProbe: VersionProbe;
  readonly verification: Verification;
  /** Words that come before any option: `['chat']` where the TUI is `kiro-cli chat`. */
  readonly subcommand: readonly string[];
  readonly defaultArgs: readonly string[];
  readonly autoApprove: AutoApprove;
  readonly initialPrompt: InitialPrompt;
  readonly conversations: ConversationSupport;
  readonly transcripts: TranscriptSupport;
  readonly fork: ForkSupport;
  readonly model: ModelChoice;
  readonly env: ProviderEnv;
  /** What interrupts its turn, each key a write of its own. */
  readonly interrupt: readonly string[];
  readonly submit: SubmitFacts;
  readonly answers: AnswerFacts;
  readonly status: StatusFacts;
  readonly hooks: HookSupport;
  readonly mcp: McpSupport;
  readonly engine: EngineFacts;
}
