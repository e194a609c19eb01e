export interface ProviderStatus {
  readonly providerId: string;
  readonly name: string;
  /** The CLI's path if it was found, or the command line of a setting. */
  readonly path: string | undefined;
  readonly version: string | undefined;
  /** The command that installs the CLI on this platform, for the person to copy. */
  readonly installCommand: string | undefined;
  /** Whether the provider's flags were checked on the real CLI. */
  readonly verified: boolean;
  /** If the CLI was not found: the searched directories, or the file that a setting names. */
  readonly lookedIn: readonly string[];
  /**
   * Why a file that was found cannot be used: another program of that name, a directory, no
   * permission.
   */
  readonly problem: string | undefined;
}
