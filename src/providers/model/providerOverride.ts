/**
 * The fields of the person's setting `providers.<id>`, all optional. An id without a built-in
 * provider defines a new one.
 */
export interface ProviderOverride {
  /** The provider of which this one is a preset: it has all facts that this one does not change. */
  readonly extends?: string | undefined;
  /** The provider that starts if the CLI of this one cannot be run. */
  readonly fallback?: string | undefined;
  /** The CLI's name or path; may contain arguments, in shell style. */
  readonly cli?: string | undefined;
  readonly resumeFlag?: string | undefined;
  readonly defaultArgs?: readonly string[] | undefined;
  readonly autoApproveFlag?: string | undefined;
  /** Empty: the prompt is positional. */
  readonly initialPromptFlag?: string | undefined;
  readonly extraArgs?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly label?: string | undefined;
  /** The name of a codicon. */
  readonly icon?: string | undefined;
  /** The flag before a model's name. Empty: no model can be selected. */
  readonly modelFlag?: string | undefined;
  /** The model of a start that names none. */
  readonly model?: string | undefined;
  /** The beginning of the agent's input line, which shows that it is ready: `>`. */
  readonly promptMarker?: string | undefined;
  /** The beginning of each message: `●`. Empty: no marker. */
  readonly responseMarker?: string | undefined;
  /** Beginnings of rows that are not part of an answer, without leading blanks. */
  readonly chrome?: readonly string[] | undefined;
  /**
   * Silence in milliseconds after which an answer counts as complete, if no other source reports
   * its end.
   */
  readonly idleMs?: number | undefined;
  /** Rest in milliseconds after which an answer counts as complete, if its terminal shows its end. */
  readonly shownMs?: number | undefined;
  /** The factor of these two while no answer was seen. */
  readonly unseenFactor?: number | undefined;
  /** The factor while the answer seems incomplete: brackets are open, or it ends in `:` or `,`. */
  readonly unfinishedFactor?: number | undefined;
  /** Names of variables that the provider's sessions do not inherit. */
  readonly envStrip?: readonly string[] | undefined;
  /** What is typed to submit a prompt. Default: CR. */
  readonly submitKey?: string | undefined;
  /** `bracketed`: prompts are pasted if the agent accepts pastes; `typed`: never. */
  readonly paste?: 'bracketed' | 'typed' | undefined;
}
