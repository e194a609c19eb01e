import type { AgentTerminals } from '../client/agentTerminals';
import type { EndpointChoice } from '../client/connect/endpoint';
import type { ExitCode } from './exitCode';
import type { HeadlessCores } from './headlessCores';

/** An option of a verb: the settings for `parseArgs` of `node:util`, and its help. */
export interface VerbOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** The placeholder for its value in the help; undefined for a flag. */
  readonly value?: string;
  readonly help: string;
}

/** The arguments after the verb. */
export interface VerbInput {
  /** All arguments except options. */
  readonly positionals: readonly string[];
  /** Those of {@link positionals} that follow `--`. */
  readonly program: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
}

/** The environment of a verb. */
export interface VerbContext {
  readonly io: CliIo;
  readonly terminals: AgentTerminals;
  /** Whether to print JSON: the option `--json`. */
  readonly isJson: boolean;
}

/** The process's streams and environment. */
export interface CliIo {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly connect: (choice: EndpointChoice) => AgentTerminals;
  /** The cores that run in this process when no window is open. */
  readonly headless: Pick<HeadlessCores, 'close' | 'findInUse' | 'open'>;
  /** Prints the notices of an answer, unless a core in this process has printed them. */
  readonly printNotices: (notices: readonly string[]) => void;
  /** Calls `listener` on SIGINT, SIGTERM and SIGHUP, which then do not end the program. */
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => void;
}

/** One verb of the command line. */
export interface Verb {
  readonly name: string;
  /** The arguments as shown in the help; those in brackets are optional. */
  readonly usage: string;
  readonly summary: string;
  /** Further lines of the help. */
  readonly notes?: readonly string[];
  readonly options: Readonly<Record<string, VerbOption>>;
  /** The minimum and maximum number of arguments, without options. */
  readonly argumentCount: readonly [number, number];
  readonly run: (context: VerbContext, input: VerbInput) => Promise<ExitCode>;
}
