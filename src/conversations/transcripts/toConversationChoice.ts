import type { ConversationChoice } from '../../providers/launch/conversationArgs';

/**
 * What a CLI is told of a conversation with an id of ours. One that has a transcript is resumed,
 * whoever began it: CLIs refuse to create an id that exists. One that has none is created.
 */
export function toConversationChoice(
  uuid: string,
  hasTranscript: (uuid: string) => boolean,
): ConversationChoice {
  return hasTranscript(uuid) ? { kind: 'resume', id: uuid } : { kind: 'fresh', uuid };
}
