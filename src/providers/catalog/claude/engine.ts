import { UNKNOWN_ENGINE, type EngineFacts } from '../../model/engineFacts';

/**
 * Run with 2.1.330. Its alternate screen scrolls by itself, so an answer that is longer than the
 * screen is whole in the transcript alone. A sub-agent's words are no part of the answer.
 */
export const claudeEngine: EngineFacts = {
  ...UNKNOWN_ENGINE,
  screen: {
    echo: /^❯ \S/,
    marker: /^[●⏺] /,
    composer: /^❯(?:\s|$)/,
    chrome: [
      /^─{10,}/,
      /^[·✢✳✶✻✽*] \S+(?:…| for \d)/,
      /^\s+[○◔◑◐◕●] \w+ · \/effort$/,
      /^ {2}(?:Ran|Read|Searched|Listed|Edited|Wrote) .*\d/,
    ],
    tool: /^ {2}⎿ /,
  },
  records: {
    kind: 'transcript',
    text: {
      where: { type: 'assistant' },
      unless: { isSidechain: true, isApiErrorMessage: true },
      at: 'message.content',
    },
    ends: [
      { type: 'assistant', 'message.stop_reason': 'end_turn' },
      { type: 'system', subtype: 'turn_duration' },
    ],
    fails: [{ type: 'assistant', isApiErrorMessage: true }],
    pieces: 'texts',
  },
  lastMessage: { event: 'Stop', at: 'last_assistant_message' },
  // The first that a program says to it: it answers, asks no model, and ends with its input.
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
