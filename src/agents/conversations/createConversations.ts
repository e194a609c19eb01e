import { randomUUID as randomUuid } from 'node:crypto';
import { systemClock } from '../../base/clock';
import type { DisposableStore } from '../../base/lifecycle';
import { SessionHandover } from '../../ownership/sessionHandover';
import { isDirectory } from '../../base/directories';
import type { AgentsDeps } from '../agentsDeps';
import { KeptOptions } from '../options/keptOptions';
import { ConversationResolver } from './conversationResolver';
import { DirectorySessions } from './directorySessions';
import { FollowedConversations } from './followedConversations';
import { forgetEndedShells, closeEndedConversations } from './openConversations';
import { HandedOverSessions } from './handedOverSessions';
import { KnownConversations } from './knownConversations';
import { SessionConversations } from './sessionConversations';

export type Conversations = ReturnType<typeof createConversations>;

export function createConversations(deps: AgentsDeps, store: DisposableStore) {
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

function createHandover(deps: AgentsDeps, store: DisposableStore): SessionHandover {
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
