import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';

/**
 * Tested with 1.18.33. Its answers have no marker, and it stores them in a database. Of an answer
 * longer than its alternate screen only the rows that were seen are known.
 */
export const opencodeEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  screen: {
    echo: /^ {2}┃ {2}\S/,
    marker: undefined,
    composer: /^ {2}╹▀{10,}/,
    chrome: [/^ {2}┃/, /^ {5}▣ {2}/],
    spinner: undefined,
    tool: undefined,
  },
  models: { kind: 'rows', args: ['models'], row: /^(?<id>[\w.-]+\/\S+)$/ },
};
