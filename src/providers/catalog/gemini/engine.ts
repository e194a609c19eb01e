import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';
import { ANY_VALUE } from '../../model/transcriptSupport';

/** Tested with 0.61.0, which has no alternate screen. */
export const geminiEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  screen: {
    echo: /^ > \S/,
    marker: /^✦ /,
    composer: /^ >(?:\s|$)/,
    chrome: [
      /^[▄▀─]{10,}/,
      /^\? for shortcuts/,
      /^\s+Shift\+Tab to /,
      /^ [⠀-⣿] /,
      /^\s+\d+ \S+\.md files?\b/,
    ],
    spinner: undefined,
    tool: /^\s*[│╭╰]/,
  },
  records: {
    kind: 'transcript',
    id: 'id',
    text: { where: { type: 'gemini' }, at: 'content' },
    divides: [{ type: 'user' }, { 'toolCalls.*.id': ANY_VALUE }],
    ends: [],
    pieces: 'texts',
  },
};
