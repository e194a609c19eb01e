/** What a person sees of a provider. */
export interface ProviderFace {
  readonly name: string;
  /** The name of a codicon. */
  readonly icon: string;
}

/** A provider's face by its id, as the settings name it; `shell` and unknown ids have one as well. */
export type FaceOf = (providerId: string) => ProviderFace;
