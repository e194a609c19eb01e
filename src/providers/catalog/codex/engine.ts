import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';
import { ANY_VALUE } from '../../model/transcriptSupport';

/**
 * Tested with 0.169.0. Its alternate screen scrolls by itself, so a long answer is complete only in
 * the transcript.
 */
export const codexEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  screen: {
    echo: /^› \S/,
    marker: /^• /,
    composer: /^›(?:\s|$)/,
    chrome: [/^─{10,}/, /^ {2}Worked for /, /^ {2}└ Tip: /, /^[•◦] .*• esc to interrupt\)/],
    spinner: undefined,
    tool: /^ {2}└ /,
  },
  records: {
    kind: 'transcript',
    text: {
      where: { type: 'response_item', 'payload.type': 'message', 'payload.role': 'assistant' },
      at: 'payload.content',
    },
    divides: [
      { type: 'response_item', 'payload.type': 'message', 'payload.role': 'user' },
      { type: 'response_item', 'payload.call_id': ANY_VALUE },
      { type: 'response_item', 'payload.type': 'web_search_call' },
    ],
    ends: [{ type: 'event_msg', 'payload.type': 'task_complete' }],
    pieces: 'texts',
  },
  lastMessage: { event: 'Stop', at: 'last_assistant_message' },
  models: {
    kind: 'json',
    args: ['debug', 'models'],
    list: 'models',
    where: { visibility: 'list' },
    id: 'slug',
    name: 'display_name',
  },
};
