import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';

/**
 * Tested with 0.74.2. Neither prompts nor answers have a marker; they differ in background colour.
 */
export const piEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  screen: {
    echo: undefined,
    marker: undefined,
    composer: /^─{10,}/,
    chrome: [/^─{10,}/, /^\s*[⠀-⣿] /],
    spinner: undefined,
    tool: undefined,
  },
  records: {
    kind: 'transcript',
    text: { where: { type: 'message', 'message.role': 'assistant' }, at: 'message.content' },
    divides: [
      { type: 'message', 'message.role': 'user' },
      { type: 'message', 'message.role': 'toolResult' },
    ],
    ends: [
      { type: 'message', 'message.stopReason': 'stop' },
      { type: 'message', 'message.stopReason': 'length' },
    ],
    fails: [{ type: 'message', 'message.stopReason': 'error' }],
    pieces: 'texts',
  },
  models: {
    kind: 'rows',
    args: ['--list-models'],
    row: /^(?<provider>\S+) +(?<id>\S+) +[\d.]+[KM]? /,
  },
};
