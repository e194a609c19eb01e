/** A kind of agent, and whether it can be started here; null is what nobody knows. */
export interface ProviderInfo {
  readonly id: string;
  readonly name: string;
  readonly installed: boolean;
  readonly path: string | null;
  readonly version: string | null;
  /** Whether what is known of its flags was checked on the real CLI. */
  readonly verified: boolean;
  readonly installCommand: string | null;
  readonly problem: string | null;
}

export interface ModelList {
  readonly models: readonly { readonly id: string; readonly name: string | null }[];
  /** Why the models cannot be listed. */
  readonly reason: string | null;
}
