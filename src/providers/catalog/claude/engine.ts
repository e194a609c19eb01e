import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';

/**
 * Tested with 2.1.330. Its alternate screen scrolls by itself, so an answer longer than the screen
 * is complete only in the transcript. The messages of sub-agents are not part of the answer.
 */
export const claudeEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  screen: {
    echo: /^❯ \S/,
    marker: /^[●⏺] /,
    composer: /^❯(?:\s|$)/,
    chrome: [
      /^─{10,}/,
      /^\s+[○◔◑◐◕●] \w+ · \/effort$/,
      /^ {2}(?:Ran|Read|Searched|Listed|Edited|Wrote) .*\d/,
    ],
    spinner: /^[·✢✳✶✻✽*] \S+(?:…| for \d)/,
    tool: /^ {2}⎿ /,
  },
  records: {
    kind: 'transcript',
    text: {
      where: { type: 'assistant' },
      // What it writes itself, such as `No response requested.`, has this model.
      unless: { isSidechain: true, isApiErrorMessage: true, 'message.model': '<synthetic>' },
      at: 'message.content',
    },
    // The results of tools, too.
    divides: [{ type: 'user' }],
    ends: [
      { type: 'assistant', 'message.stop_reason': 'end_turn' },
      { type: 'system', subtype: 'turn_duration' },
    ],
    fails: [{ type: 'assistant', isApiErrorMessage: true }],
    pieces: 'texts',
  },
  lastMessage: { event: 'Stop', at: 'last_assistant_message' },
  // The first message of its control protocol: the CLI answers without using a model, and ends when
  // its input ends.
  models: {
    kind: 'json',
    args: [
      ...['-p', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json'],
      ...['--settings', '{"disableAllHooks":true}', '--strict-mcp-config'],
      '--no-session-persistence',
    ],
    input: '{"type":"control_request","request_id":"models","request":{"subtype":"initialize"}}\n',
    list: 'response.response.models',
    where: {},
    id: 'value',
    name: 'displayName',
  },
};
