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
  /** Takes the model's name as its value; empty = none does. */
  readonly modelFlag?: string | undefined;
  /** How its input begins, which shows that it is ready: `>`. */
  readonly promptMarker?: string | undefined;
  /** How each thing begins that it says: `●`. Empty = by nothing. */
  readonly responseMarker?: string | undefined;
  /** How rows begin that are no part of an answer, blanks aside. */
  readonly chrome?: readonly string[] | undefined;
  /** Since its last output, in milliseconds, until an answer is taken to be whole where nothing else tells. */
  readonly idleMs?: number | undefined;
  /** Names of variables that its sessions do not inherit. */
  readonly envStrip?: readonly string[] | undefined;
  /** What is typed to submit a prompt; CR by default. */
  readonly submitKey?: string | undefined;
  /** `bracketed`: as a paste, where it takes pastes; `typed`: never. */
  readonly paste?: 'bracketed' | 'typed' | undefined;
}
