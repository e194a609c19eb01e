import type { CliHome } from './cliHome';

/**
 * How a CLI connects to its companion: the extension of its vendor that runs in a window of VS Code,
 * shares the window's files and selection with the CLI, and shows its changes.
 */
export type IdeLinkSupport =
  | { readonly kind: 'none' }
  /**
   * The companion listens at a port of 127.0.0.1 and writes a JSON file with its token. The CLI reads
   * that file itself when a variable names the port.
   */
  | {
      readonly kind: 'portFile';
      readonly directories: readonly CompanionDirectory[];
      /** Matches the names of these files. Groups: `port`, and optionally `pid`. */
      readonly file: RegExp;
      /**
       * The property of the file with the id of a process that lives as long as the window. Undefined: it
       * is the group `pid` of the name.
       */
      readonly pid: string | undefined;
      readonly folders: {
        readonly at: string;
        /** `paths`: a list. `joined`: one text, as the PATH joins its directories, or a list in JSON. */
        readonly form: 'paths' | 'joined';
      };
      readonly variable: string;
    };

/** A path below the CLI's own folder, or below the folder for temporary files. */
export type CompanionDirectory =
  | { readonly kind: 'cliHome'; readonly home: CliHome; readonly below: string }
  | { readonly kind: 'temporary'; readonly below: string };

export type KnownIdeLink = Exclude<IdeLinkSupport, { readonly kind: 'none' }>;
