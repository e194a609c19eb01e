import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';

/**
 * Tested with 1.0.102. Its alternate screen scrolls by itself, so a long answer is complete only in
 * the transcript.
 */
export const copilotEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  screen: {
    echo: /^ ?❯ \S/,
    marker: /^ ?● /,
    composer: /^❯/,
    chrome: [/^─{10,}/, /^ \S+ \[⎇ /, /^ ?● Working/],
    spinner: undefined,
    tool: /^\s+[└│]/,
  },
  records: {
    kind: 'transcript',
    text: { where: { type: 'assistant.message' }, at: 'data.content' },
    divides: [{ type: 'user.message' }, { type: 'tool.execution_start' }],
    ends: [],
    pieces: 'texts',
  },
};
