import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';

/** Tested with 0.15.10 and 0.24.4. Its thoughts appear among the parts of a message. */
export const qwenEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  screen: {
    echo: /^\s*> \S/,
    marker: /^\s*[✦◆][\ufe0e\ufe0f]? /,
    composer: /^>(?:\s|$)/,
    chrome: [/^─{10,}/, /^\s*[⠀-⣿◐◓◑◒] /],
    spinner: undefined,
    tool: /^\s*[│╭╰]/,
  },
  records: {
    kind: 'transcript',
    text: { where: { type: 'assistant' }, at: 'message.parts' },
    notText: { thought: true },
    divides: [{ type: 'user' }, { type: 'tool_result' }],
    ends: [],
    pieces: 'texts',
  },
  lastMessage: { event: 'Stop', at: 'last_assistant_message' },
};
