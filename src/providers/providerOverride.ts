/**
 * What a person's setting `providers.<id>` says of a provider; all of it optional.
 * An id that no built-in provider has defines a new one.
 */
export interface ProviderOverride {
  /** The CLI's name or path; may hold arguments, in shell style. */
  readonly cli?: string | undefined;
  readonly resumeFlag?: string | undefined;
  readonly defaultArgs?: readonly string[] | undefined;
  readonly autoApproveFlag?: string | undefined;
  /** Empty = the prompt is positional. */
  readonly initialPromptFlag?: string | undefined;
  readonly extraArgs?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly label?: string | undefined;
  /** The name of a codicon. */
  readonly icon?: string | undefined;
}
