import { randomUUID as randomUuid } from 'node:crypto';
import { systemClock } from '../../base/clock';
import type { Event } from '../../base/event';
import type { Disposable, DisposableStore } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { DiskTranscripts } from '../../conversations/transcripts/diskTranscripts';
import type { Leases } from '../../ownership/leases';
import { SessionHandover } from '../../ownership/sessionHandover';
import type { SessionOwnership } from '../../ownership/sessionOwnership';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import { isDirectory } from '../../base/directories';
import type { SessionInfo } from '../../pty/sessionService';
import type { WindowSessions } from '../../pty/windowSessions';
import type { HookEvent } from '../../status/sources/hookEvent';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { TaskStore } from '../../tasks/taskStore';
import { KeptOptions } from '../options/keptOptions';
import type { AgentHooks } from '../start/agentHooks';
import type { CliOf } from '../sessionProviders';
import { ConversationResolver } from './conversationResolver';
import { DirectorySessions } from './directorySessions';
import { FollowedConversations } from './followedConversations';
import { forgetEndedShells } from './forgetEndedShells';
import { HandedOverSessions } from './handedOverSessions';
import { KnownConversations } from './knownConversations';
import { closeEndedConversations } from './openConversations';
import { SessionConversations } from './sessionConversations';

interface ConversationsDeps {
  readonly cliOf: CliOf;
  readonly hooks: Pick<AgentHooks, 'leave'>;
  /** Whether a person has this window open. */
  readonly isWatched: () => Promise<boolean>;
  readonly leases: Leases;
  readonly logger: Logger;
  readonly map: SessionMapStore;
  /** Shows the person one sentence. */
  readonly notify: (message: string) => void;
  readonly onDidReceiveHook: Event<HookEvent>;
  readonly ownership: SessionOwnership;
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  readonly sessions: WindowSessions;
  readonly tasks: TaskStore;
  readonly transcripts: DiskTranscripts;
}

export interface Conversations {
  /** Closes a conversation when its session ends. A closing window disposes it first. */
  readonly closing: Disposable;
  /** Requests sessions of other windows, and hands those of this window over. */
  readonly handover: SessionHandover;
  readonly keptOptions: KeptOptions;
  /** The sessions of one CLI in one directory. */
  readonly others: DirectorySessions;
  readonly resolver: ConversationResolver;
  readonly sessionConversations: SessionConversations;
}

/** Creates the parts that store the conversations of sessions, and that hand these over between windows. */
export function createConversations(
  deps: ConversationsDeps,
  store: DisposableStore,
): Conversations {
  const { cliOf, leases, logger, map, ownership, sessions, tasks, transcripts } = deps;
  const handleError = (error: unknown): void =>
    logger.error('The conversation of a session may not be stored.', error);
  const handover = createHandover(deps, store);
  const closing = store.add(closeEndedConversations(sessions, tasks, handover));
  store.add(forgetEndedShells(sessions, tasks, handover));
  const sessionConversations = store.add(
    new SessionConversations({
      cliOf,
      handleError,
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
  const others = new DirectorySessions({ cliOf, leases, map, tasks });
  const resolver = new ConversationResolver({
    known,
    map,
    others,
    locations: transcripts,
    randomUuid,
    transcripts,
  });
  const keptOptions = new KeptOptions(tasks);
  return { closing, handover, keptOptions, others, resolver, sessionConversations };
}

function createHandover(deps: ConversationsDeps, store: DisposableStore): SessionHandover {
  const { hooks, isWatched, leases, logger, map, notify, ownership, sessions, tasks } = deps;
  const clock = systemClock;
  const handedOver = store.add(
    new HandedOverSessions({ clock, hooks, leases, map, notify, ownership, sessions, tasks }),
  );
  return store.add(
    new SessionHandover({
      clock,
      endSession: (ptyId) => handedOver.end(ptyId),
      handleError: (error) => logger.error('A session cannot be handed over.', error),
      isWatched,
      leases,
      map,
      tasks,
    }),
  );
}
