import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';

/** Tested with 1.64.0: it lists models without an account. */
export const commandcodeEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  models: {
    kind: 'rows',
    args: ['--list-models'],
    // Some of its models run without a terminal only.
    row: /^(?!.* Run it headlessly: )(?<id>\S*[^\s:]) {2,}\S/,
  },
};
