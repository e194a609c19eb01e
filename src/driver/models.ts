import type { FolderRef } from '../agents/agentService';

/** One model that a CLI offers. */
export interface Model {
  /** As the CLI's own option for the model takes it. */
  readonly id: string;
  /** As the CLI shows it to a person; undefined where it has no other name. */
  readonly name: string | undefined;
}

export type ModelList =
  | { readonly kind: 'known'; readonly models: readonly Model[] }
  /** The CLI has no means to say it, or none that is known; `reason` is one sentence. */
  | { readonly kind: 'notPossible'; readonly reason: string };

export interface ModelsOptions {
  /** Whose settings say which CLI it is; none in particular by default. */
  readonly folder?: FolderRef | undefined;
  readonly signal?: AbortSignal | undefined;
  /** `refresh` asks the CLI again; what it said is kept otherwise. */
  readonly refresh?: 'cached' | 'refresh' | undefined;
}

/** Which models a provider offers, by its CLI's own means. */
export interface Models {
  /**
   * @throws {SessionError} `UNTRUSTED`, `PROVIDER_NOT_FOUND`, `CLI_NOT_FOUND`.
   * @throws the signal's reason once it is aborted.
   */
  list(providerId: string, options?: ModelsOptions): Promise<ModelList>;
}
