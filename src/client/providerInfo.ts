/** A kind of agent, and whether it is installed; null where a value is not known. */
export interface ProviderInfo {
  readonly id: string;
  readonly name: string;
  readonly installed: boolean;
  readonly path: string | null;
  readonly version: string | null;
  /** Whether the flags that the extension passes were checked on the real CLI. */
  readonly verified: boolean;
  readonly installCommand: string | null;
  readonly problem: string | null;
}

export interface ModelList {
  readonly models: readonly { readonly id: string; readonly name: string | null }[];
  /** Why the models cannot be listed. */
  readonly reason: string | null;
}
