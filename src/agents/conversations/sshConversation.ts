import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { PlannedConversation } from './plannedConversation';

export interface SshConversationRequest {
  readonly ptyId: string;
  readonly provider: Pick<ProviderDefinition, 'conversations' | 'name'>;
  readonly kind: 'start' | 'resume' | 'fresh' | 'fork';
  /** The id of the conversation that the person picked. */
  readonly picked?: string | undefined;
}

interface SshConversationDeps {
  readonly map: Pick<SessionMapStore, 'get'>;
  readonly randomUuid: () => string;
}

/**
 * Plans the conversation of an agent on another machine, whose transcripts cannot be read from this
 * one. It resumes the conversation that is stored for the session and relies on the CLI to report
 * whether it can, with a new conversation as the fallback. Otherwise it starts a new one.
 */
export function planSshConversation(
  { ptyId, provider, kind, picked }: SshConversationRequest,
  { map, randomUuid }: SshConversationDeps,
): PlannedConversation {
  const { name, conversations } = provider;
  const isNamed = conversations.kind === 'chooseId' || conversations.kind === 'byId';
  const uuid = conversations.kind === 'chooseId' ? randomUuid() : undefined;
  const fresh: PlannedConversation = { choice: { kind: 'fresh', uuid }, id: uuid, notices: [] };
  const known = picked ?? (kind === 'resume' ? map.get(ptyId)?.uuid : undefined);
  if (known !== undefined && isNamed) {
    return { choice: { kind: 'resume', id: known }, id: known, notices: [], fallback: fresh };
  }
  return isNamed && (kind === 'fork' || kind === 'resume')
    ? {
        ...fresh,
        notices: [`${name} starts a new conversation: the earlier one is on another machine.`],
      }
    : fresh;
}
