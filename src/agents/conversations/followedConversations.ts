import { SessionError } from '../../base/errors';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { SerialQueue } from '../../base/serialQueue';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { HookEvent } from '../../status/sources/hookEvent';
import { readConversationId } from '../../status/sources/hookSignal';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { SessionConversations } from './sessionConversations';

interface FollowedConversationsDeps {
  readonly onDidReceive: Event<HookEvent>;
  readonly sessions: Pick<SessionService, 'get'>;
  readonly map: Pick<SessionMapStore, 'get'>;
  readonly sessionConversations: Pick<SessionConversations, 'follow'>;
  readonly providerOf: (
    session: SessionInfo,
  ) => Pick<ProviderDefinition, 'hooks' | 'name'> | undefined;
  readonly logger: Pick<Logger, 'info'>;
  readonly handleError: (error: unknown) => void;
}

/**
 * Stores the conversation to which an agent switches by itself, for example after `/clear`, as soon
 * as one of its hooks reports it, so that a restart resumes that conversation.
 */
export class FollowedConversations implements Disposable {
  private readonly store = new DisposableStore();
  /** Serial, so that the conversation that was reported last is stored last. */
  private readonly queue = new SerialQueue();

  constructor(private readonly deps: FollowedConversationsDeps) {
    this.store.add(deps.onDidReceive((event) => this.handle(event)));
  }

  dispose(): void {
    this.store.dispose();
  }

  private handle(event: HookEvent): void {
    const session = this.deps.sessions.get(event.ptyId);
    const provider = session && this.deps.providerOf(session);
    const id = provider && readConversationId(provider.hooks, event);
    if (session && id !== undefined) {
      this.queue.run(() => this.follow(session, id)).catch(this.deps.handleError);
    }
  }

  private async follow(session: SessionInfo, id: string): Promise<void> {
    const { map, sessionConversations, logger } = this.deps;
    if (map.get(session.id)?.uuid === id) {
      return;
    }
    try {
      await sessionConversations.follow(session, id);
      logger.info(`Session ${session.id} continues conversation ${id}.`);
    } catch (error) {
      if (!SessionError.is(error)) {
        throw error;
      }
      // Inside the agent, the person has opened a conversation that another session owns.
      logger.info(`Conversation ${id} of session ${session.id} is not recorded: ${error.message}`);
    }
  }
}
