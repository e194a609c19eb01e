import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';

/** Run with 1.0.102. Its alternate screen scrolls by itself: a long answer is whole in the transcript. */
export const copilotEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  screen: {
    echo: /^ ?❯ \S/,
    marker: /^ ?● /,
    composer: /^❯/,
    chrome: [/^─{10,}/, /^ \S+ \[⎇ /, /^ ?● Working/],
    tool: /^\s+[└│]/,
  },
  records: {
    kind: 'transcript',
    text: { where: { type: 'assistant.message' }, at: 'data.content' },
    ends: [],
    pieces: 'texts',
  },
};
