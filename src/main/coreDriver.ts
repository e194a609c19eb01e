import type { AgentSettings } from '../agents/start/agentSettings';
import type { HostFacts } from '../agents/start/hostFacts';
import type { StartPlanner } from '../agents/start/startPlanner';
import type { PromptDelivery } from '../agents/prompts/promptDelivery';
import { systemClock } from '../base/clock';
import type { Event } from '../base/event';
import type { DisposableStore } from '../base/lifecycle';
import type { Transcripts } from '../conversations/transcripts/transcripts';
import { AgentDriver } from '../driver/agentDriver';
import { ModelLister } from '../driver/modelLister';
import type { ProviderDefinition } from '../providers/model/providerDefinition';
import { runCommand } from '../pty/process/runCommand';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { HookEvent } from '../status/sources/hookEvent';
import type { StatusService } from '../status/statusService';
import type { SessionMapStore } from '../tasks/sessionMapStore';

export interface DriverParts {
  readonly facts: HostFacts;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly isTrusted: () => boolean;
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
export function createDriver(parts: DriverParts, store: DisposableStore) {
  const { facts, map, planner, settingsFor } = parts;
  const driver = store.add(
    new AgentDriver({
      ...parts,
      clock: systemClock,
      onDidReceiveHook: parts.onDidReceive,
      placeOf: (session, { id }) => planner.placeOf(id, settingsFor(session), session.workDir),
      conversationOf: (ptyId) => map.get(ptyId)?.uuid,
    }),
  );
  const { platform, user } = facts;
  const models = new ModelLister({ ...parts, runCommand, platform, home: user.home });
  return { driver, models };
}
