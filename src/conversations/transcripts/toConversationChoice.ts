import type { ConversationChoice } from '../../providers/launch/conversationArgs';

/**
 * How a CLI starts with a conversation whose id the extension chose. If a transcript exists, the
 * conversation is resumed, since CLIs refuse to create an id that exists; otherwise it is created.
 */
export function toConversationChoice(
  uuid: string,
  hasTranscript: (uuid: string) => boolean,
): ConversationChoice {
  return hasTranscript(uuid) ? { kind: 'resume', id: uuid } : { kind: 'fresh', uuid };
}
