import { randomUUID as randomUuid } from 'node:crypto';
import { systemClock } from '../../base/clock';
import type { Event } from '../../base/event';
import type { Disposable, DisposableStore } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { ConversationLearner } from '../../conversations/conversationLearner';
import type { Transcripts } from '../../conversations/transcripts/transcripts';
import type { Leases } from '../../ownership/leases';
import type { SessionOwnership } from '../../ownership/sessionOwnership';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import { isDirectory } from '../../pty/createSessionManager';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { HookEvent } from '../../status/sources/hookEvent';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { TaskStore } from '../../tasks/taskStore';
import { ConversationResolver } from './conversationResolver';
import { FollowedConversations } from './followedConversations';
import { forgetEndedShells } from './forgetEndedShells';
import { KnownConversations } from './knownConversations';
import { closeEndedConversations } from './openConversations';
import { SessionConversations } from './sessionConversations';

export interface ConversationsDeps {
  readonly learner: ConversationLearner;
  readonly leases: Leases;
  readonly logger: Logger;
  readonly map: SessionMapStore;
  readonly onDidReceiveHook: Event<HookEvent>;
  readonly ownership: SessionOwnership;
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  readonly sessions: SessionService;
  readonly tasks: TaskStore;
  readonly transcripts: Transcripts;
}

export interface Conversations {
  /** Closes a conversation when its session ends. A closing window disposes it first. */
  readonly closing: Disposable;
  readonly resolver: ConversationResolver;
  readonly sessionConversations: SessionConversations;
}

/** Creates the parts that store the conversations of sessions in the tasks and the session map. */
export function createConversations(
  deps: ConversationsDeps,
  store: DisposableStore,
): Conversations {
  const { learner, leases, logger, map, ownership, sessions, tasks, transcripts } = deps;
  const handleError = (error: unknown): void =>
    logger.error('The conversation of a session may not be stored.', error);
  const closing = store.add(closeEndedConversations(sessions, tasks, leases));
  store.add(forgetEndedShells(sessions, tasks, leases));
  const sessionConversations = store.add(
    new SessionConversations({
      clock: systemClock,
      handleError,
      learner,
      leases,
      logger,
      map,
      ownership,
      sessions,
    }),
  );
  store.add(
    new FollowedConversations({
      handleError,
      logger,
      map,
      onDidReceive: deps.onDidReceiveHook,
      providerOf: deps.providerOf,
      sessionConversations,
      sessions,
    }),
  );
  const known = new KnownConversations({ map, transcripts, isDirectory });
  const resolver = new ConversationResolver({ known, map, randomUuid, tasks, transcripts });
  return { closing, resolver, sessionConversations };
}
