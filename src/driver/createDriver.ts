import type { PromptDelivery } from '../agents/prompts/promptDelivery';
import type { SessionProviders } from '../agents/sessionProviders';
import type { AgentSettings } from '../agents/start/agentSettings';
import type { AgentResolver } from '../agents/start/agentResolver';
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
  deps: {
    readonly delivery: PromptDelivery;
    readonly guard: TrustGuard;
    /** The person's home, where CLIs run to list their models. */
    readonly home: string;
    readonly map: SessionMapStore;
    readonly onDidReceiveHook: Event<HookEvent>;
    readonly agentResolver: AgentResolver;
    readonly platform: NodeJS.Platform;
    readonly providers: Pick<SessionProviders, 'providerOf' | 'settingsFor'>;
    readonly sessions: SessionService;
    readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
    readonly status: StatusService;
    readonly transcripts: Transcripts;
  },
  store: DisposableStore,
): DriverParts {
  const { agentResolver, guard, map, settingsOf } = deps;
  const { providerOf, settingsFor } = deps.providers;
  const driver = store.add(
    new AgentDriver({
      clock: systemClock,
      conversationOf: (ptyId) => map.get(ptyId)?.uuid,
      delivery: deps.delivery,
      onDidReceiveHook: deps.onDidReceiveHook,
      transcriptLocationOf: (session, { id }) =>
        agentResolver.transcriptLocationOf(id, settingsFor(session), {
          cwd: session.workDir,
          ptyId: session.id,
        }),
      providerOf,
      sessions: deps.sessions,
      status: deps.status,
      transcripts: deps.transcripts,
    }),
  );
  const models = new ModelLister({
    clock: systemClock,
    guard,
    home: deps.home,
    agentResolver,
    platform: deps.platform,
    settingsOf,
  });
  const modelChanger = new ModelChanger({
    clock: systemClock,
    delivery: deps.delivery,
    providerOf,
    sessions: deps.sessions,
  });
  return { driver, modelChanger, models };
}
