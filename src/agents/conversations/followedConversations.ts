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

export interface FollowedConversationsDeps {
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
 * Remembers the conversation that an agent goes on with by itself, after `/clear` say, as soon as
 * one of its hooks tells: a resumed session goes on with that one.
 */
export class FollowedConversations implements Disposable {
  private readonly store = new DisposableStore();
  /** One after the other: the last one told is the one that holds. */
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
      // The person has gone to another session's conversation inside the agent.
      logger.info(`Conversation ${id} of session ${session.id} is not recorded: ${error.message}`);
    }
  }
}
