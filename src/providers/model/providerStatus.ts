/** Whether a provider's CLI was found on this machine, and what it says of itself. */
export interface ProviderStatus {
  readonly providerId: string;
  readonly name: string;
  /** Where the CLI is, if it was found; a setting's command line as it stands. */
  readonly path: string | undefined;
  readonly version: string | undefined;
  /** The command that installs it on this platform, for the person to copy. */
  readonly installCommand: string | undefined;
  /** Whether the provider's flags were checked on the real CLI. */
  readonly verified: boolean;
  /** Where it was looked for, if it was not found: directories, or the file that a setting names. */
  readonly lookedIn: readonly string[];
  /** Why what was found is not it: another program of that name, a directory, no permission. */
  readonly problem: string | undefined;
}
