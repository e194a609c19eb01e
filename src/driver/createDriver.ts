import type { Agents } from '../agents/createAgents';
import type { SessionProviders } from '../agents/sessionProviders';
import type { AgentSettings } from '../agents/start/agentSettings';
import type { MachineFacts } from '../agents/start/machineFacts';
import { systemClock } from '../base/clock';
import type { Event } from '../base/event';
import type { DisposableStore } from '../base/lifecycle';
import type { Transcripts } from '../conversations/transcripts/transcripts';
import type { SessionService } from '../pty/sessionService';
import type { TrustGuard } from '../pty/trustGuard';
import type { HookEvent } from '../status/sources/hookEvent';
import type { StatusService } from '../status/statusService';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import { AgentDriver } from './agentDriver';
import { ModelChanger } from './models/modelChanger';
import { ModelLister } from './models/modelLister';

export interface DriverParts {
  readonly driver: AgentDriver;
  readonly modelChanger: ModelChanger;
  readonly models: ModelLister;
}

/** Creates the driver, which sends prompts and reads answers, and the lister of models. */
export function createDriver(
  core: {
    readonly guard: TrustGuard;
    readonly machine: MachineFacts;
    readonly map: SessionMapStore;
    readonly onDidReceiveHook: Event<HookEvent>;
    readonly providerOf: SessionProviders['providerOf'];
    readonly sessions: SessionService;
    readonly settingsFor: SessionProviders['settingsFor'];
    readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
    readonly status: StatusService;
    readonly transcripts: Transcripts;
  },
  { agentResolver, delivery }: Agents,
  store: DisposableStore,
): DriverParts {
  const { guard, machine, map, providerOf, sessions, settingsFor, settingsOf } = core;
  const driver = store.add(
    new AgentDriver({
      clock: systemClock,
      conversationOf: (ptyId) => map.get(ptyId)?.uuid,
      delivery,
      onDidReceiveHook: core.onDidReceiveHook,
      transcriptLocationOf: (session, { id }) =>
        agentResolver.transcriptLocationOf(id, settingsFor(session), {
          cwd: session.workDir,
          ptyId: session.id,
        }),
      providerOf,
      sessions,
      status: core.status,
      transcripts: core.transcripts,
    }),
  );
  const models = new ModelLister({
    clock: systemClock,
    guard,
    home: machine.user.home,
    agentResolver,
    platform: machine.platform,
    settingsOf,
  });
  const modelChanger = new ModelChanger({
    clock: systemClock,
    delivery,
    providerOf,
    sessions,
  });
  return { driver, modelChanger, models };
}
