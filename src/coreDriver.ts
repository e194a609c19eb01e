import type { AgentSettings } from './agents/agentSettings';
import type { StartPlanner } from './agents/startPlanner';
import type { PromptDelivery } from './agents/promptDelivery';
import { systemClock } from './base/clock';
import type { Event } from './base/event';
import type { DisposableStore } from './base/lifecycle';
import type { Transcripts } from './conversations/transcripts';
import { AgentDriver } from './driver/agentDriver';
import type { ProviderDefinition } from './providers/providerDefinition';
import type { SessionInfo, SessionService } from './pty/sessionService';
import type { HookEvent } from './status/hookEvent';
import type { StatusService } from './status/statusService';
import type { SessionMapStore } from './tasks/sessionMapStore';

export interface DriverParts {
  readonly sessions: SessionService;
  readonly status: StatusService;
  readonly delivery: PromptDelivery;
  readonly transcripts: Transcripts;
  readonly map: SessionMapStore;
  readonly planner: StartPlanner;
  readonly onDidReceive: Event<HookEvent>;
  readonly providerOf: (session: SessionInfo) => ProviderDefinition | undefined;
  readonly settingsFor: (session: SessionInfo) => AgentSettings;
}

/** Makes what talks to agents and reads what they answer. */
export function createDriver(parts: DriverParts, store: DisposableStore): AgentDriver {
  const { map, planner, settingsFor } = parts;
  return store.add(
    new AgentDriver({
      ...parts,
      clock: systemClock,
      onDidReceiveHook: parts.onDidReceive,
      placeOf: (session, { id }) => planner.placeOf(id, settingsFor(session), session.workDir),
      conversationOf: (ptyId) => map.get(ptyId)?.uuid,
    }),
  );
}
