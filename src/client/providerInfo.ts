import type { ModelsOutput, ProvidersOutput } from './generated/operations';

/** A kind of agent, and whether it is installed; null where a value is not known. */
export type ProviderInfo = ProvidersOutput['providers'][number];

/** The models of a provider. */
export type ModelList = ModelsOutput;
