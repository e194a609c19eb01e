import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';

/**
 * Run with 1.18.33. Its answers have no mark, and it keeps them in a database: of one that is longer
 * than its alternate screen only what was seen passing by is known.
 */
export const opencodeEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  screen: {
    echo: /^ {2}┃ {2}\S/,
    marker: undefined,
    composer: /^ {2}╹▀{10,}/,
    chrome: [/^ {2}┃/, /^ {5}▣ {2}/],
    tool: undefined,
  },
  models: { kind: 'rows', args: ['models'], row: /^(?<id>[\w.-]+\/\S+)$/ },
};
