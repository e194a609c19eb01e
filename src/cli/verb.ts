import type { AgentTerminals } from '../client/agentTerminals';
import type { ConnectOptions } from '../client/clientOptions';
import type { ExitCode } from './exitCode';

/** An option of a verb, as `node:util`'s `parseArgs` takes it, with its line of help. */
export interface VerbOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** What stands for its value in the help; none for a flag. */
  readonly value?: string;
  readonly help: string;
}

/** What was typed after a verb. */
export interface VerbInput {
  /** All words but options. */
  readonly positionals: readonly string[];
  /** Those of them that follow `--`. */
  readonly program: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
}

/** What a verb works with. */
export interface VerbContext {
  readonly io: CliIo;
  readonly terminals: AgentTerminals;
  /** Whether what is said is for programs: the option `--json`. */
  readonly isJson: boolean;
}

/** Where the program runs. */
export interface CliIo {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly connect: (options: ConnectOptions) => AgentTerminals;
  /** Calls `listener` when the system asks the program to end, in place of ending it. */
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => void;
}

/** One verb of the command line, as data and what carries it out. */
export interface Verb {
  readonly name: string;
  /** What follows the name, as the help shows it; what is in brackets may be left out. */
  readonly usage: string;
  readonly summary: string;
  /** More to know, a line each. */
  readonly notes?: readonly string[];
  readonly options: Readonly<Record<string, VerbOption>>;
  /** How many words may follow the verb: the fewest and the most. */
  readonly words: readonly [number, number];
  readonly run: (context: VerbContext, input: VerbInput) => Promise<ExitCode>;
}
