import type { FolderRef } from '../../agents/folderRef';

export interface Model {
  /** The value of the CLI's own option for the model. */
  readonly id: string;
  /** The CLI's display name; undefined if it has none. */
  readonly name: string | undefined;
}

export type ModelList =
  | { readonly kind: 'known'; readonly models: readonly Model[] }
  /** The CLI cannot list its models, or no way to do so is known; `reason` is one sentence. */
  | { readonly kind: 'notPossible'; readonly reason: string };

export interface ModelsOptions {
  /** The folder whose settings select the CLI; by default those of no folder. */
  readonly folder?: FolderRef | undefined;
  readonly signal?: AbortSignal | undefined;
  /** `refresh` runs the CLI again; by default a list of the last hour is returned. */
  readonly refresh?: 'cached' | 'refresh' | undefined;
}

/** Lists the models of providers by running their CLIs. */
export interface Models {
  /**
   * @throws {SessionError} `UNTRUSTED`, `PROVIDER_NOT_FOUND`, `CLI_NOT_FOUND`.
   * @throws the signal's reason once it is aborted.
   */
  list(providerId: string, options?: ModelsOptions): Promise<ModelList>;
}
