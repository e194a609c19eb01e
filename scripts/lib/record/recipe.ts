import type { ScreenCase } from '../../../src/status/screens/screenCase';
import type { Replacement } from './normalise';

/** The situations of a CLI in which its screen is recorded. */
type State =
  | 'first-run'
  | 'sign-in'
  | 'trust'
  | 'idle'
  | 'working'
  | 'permission'
  | 'question'
  | 'failed'
  | 'limited'
  | 'exit';

/** The model that answers a CLI: the format of its API, the CLI whose own server it replaces, or none. */
export type StandInKind = 'messages' | 'responses' | 'chat' | 'gemini' | 'amp' | 'auggie' | 'none';

/** What a recipe can refer to in its files, arguments and environment. */
export interface Place {
  /** The home folder of the run; empty but for the recipe's files. */
  readonly home: string;
  /** The folder in which the CLI starts, a git repository below the home folder. */
  readonly folder: string;
  /** The address of the model; empty if there is none. */
  readonly baseUrl: string;
}

type Variables = Readonly<Record<string, string>>;

/** One action or record of a run. Each `when` is awaited first, in the text of the screen. */
export type Step =
  /** Types these keys. */
  | { readonly press: string; readonly when: RegExp }
  /** Types a prompt, waits until the screen shows it, and presses Enter. */
  | { readonly prompt: string; readonly when: RegExp }
  /** Stores the screen as soon as it stays the same. */
  | {
      readonly record: RecordName;
      readonly when: RegExp;
      readonly expect: ScreenCase['expect'];
      /** A hidden cursor is where the CLI drew last, which may differ; the first cell is stored. */
      readonly cursor?: 'hidden';
    }
  /** The model sends the rest of its answer at once. */
  | { readonly finish: true }
  /** Waits for the end of the program. */
  | { readonly ends: true };

/** A state, or a variation of it after a hyphen. */
type RecordName = State | `${State}-${string}`;

/** How a CLI is started. What a run does not set is as in its recipe. */
interface Start {
  readonly args?: (place: Place) => readonly string[];
  readonly env?: (place: Place) => Variables;
  /** Files below the home folder, by relative path. */
  readonly files?: (place: Place) => Variables;
}

/** One start of a CLI, and what happens in it. */
export interface Run extends Start {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** How the screens of one CLI are recorded. */
export interface Recipe extends Start {
  /** The id of the provider. */
  readonly provider: string;
  /** The CLI's name and pinned version, as in the notes of the recorded screens. */
  readonly title: string;
  readonly version: string;
  readonly install: {
    readonly name: string;
    /** Further packages, each `name@version`, if the newest ones within the CLI's ranges do not serve. */
    readonly beside?: readonly string[];
    /** Packages that need their install scripts. */
    readonly allowScripts?: readonly string[];
  };
  /** The name of the program in the package. */
  readonly program: string;
  readonly standIn: StandInKind;
  /** Whether prompts are pasted; otherwise they are typed. */
  readonly pastes?: boolean;
  readonly runs: readonly Run[];
  /** Texts that differ between two recordings of a version, and what replaces them. */
  readonly changing?: readonly Replacement[];
}
