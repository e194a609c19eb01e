import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';

/** Tested with 1.0.41, with and without a key. */
export const grokEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  models: { kind: 'rows', args: ['models'], row: /^ {2}[*-] (?<id>\S+)(?: \(default\))?$/ },
};
