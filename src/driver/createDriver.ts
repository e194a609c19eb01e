import type { AgentsDeps } from '../agents/agentsDeps';
import type { Agents } from '../agents/createAgents';
import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import { AgentDriver } from './agentDriver';
import { ModelChanger } from './models/modelChanger';
import { ModelLister } from './models/modelLister';

export function createDriver(
  core: AgentsDeps,
  { agentResolver, delivery }: Agents,
  store: DisposableStore,
) {
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
