import assert from 'node:assert/strict';
import { createExtensionApi } from '../../../../src/extensionApi';
import type { AgentsApi, AgentTerminalsApi, PtysApi } from '../../../../src/publishedApi';
import {
  refuses,
  runsNothing,
  testEntryPoints,
  useUntrustedWorkspace,
  type EntryPoint,
} from '../../../support/agents/untrustedWorkspace';
import { useSharedCore } from '../../../support/agents/useCore';

describe('the API for other extensions in a workspace without trust [S6]', function () {
  this.timeout(60_000);
  const fixture = useSharedCore();
  const workspace = useUntrustedWorkspace(fixture);

  const api = (): AgentTerminalsApi => createExtensionApi(fixture.core, Promise.resolve());
  const agents = (): AgentsApi => api().agents;
  const startAgent = (options: object) => () =>
    agents().start({
      folder: fixture.folderRef(),
      task: { kind: 'new', name: 'Other' },
      providerId: 'fake',
      conversation: 'auto',
      options,
    });
  const start = (options: object) => () =>
    api().startPty({ id: 'fake-main-x', cwd: fixture.folder, ...options });

  /** Every function of `agents`: a new one does not compile without a row. */
  const AGENTS: Readonly<Record<keyof AgentsApi, EntryPoint>> = {
    start: refuses(startAgent({}), startAgent({ spawnMode: 'direct' })),
    fork: refuses(
      () => agents().fork(workspace.agent),
      () => agents().fork(workspace.agent, { task: { kind: 'new', name: 'Fork' } }),
    ),
    onDidChange: runsNothing('subscribes', () =>
      agents()
        .onDidChange(() => {})
        .dispose(),
    ),
    onDidChangeActivity: runsNothing('subscribes', () =>
      agents()
        .onDidChangeActivity(() => {})
        .dispose(),
    ),
    onDidReadLine: runsNothing('subscribes', () =>
      agents()
        .onDidReadLine(() => {})
        .dispose(),
    ),
    list: runsNothing('lists sessions', () => agents().list()),
    get: runsNothing('describes a session', () => agents().get(workspace.agent)),
    getActivity: runsNothing('reads an activity', () => agents().getActivity(workspace.agent)),
    attach: runsNothing('shows a running session', async () => {
      const viewer = { onData: () => {}, onExit: () => {} };
      (await agents().attach(workspace.agent, viewer)).dispose();
    }),
    prompt: runsNothing('types into a running session', () =>
      agents().prompt(workspace.agent, 'hello'),
    ),
    ask: runsNothing('types into a running session', () =>
      agents().ask(workspace.agent, 'hello', { timeoutMs: 100 }),
    ),
    askStream: runsNothing('types into a running session', () =>
      agents().askStream(workspace.agent, 'hello', { timeoutMs: 100 }).next(),
    ),
    approve: runsNothing('types into a running session', () =>
      agents().approve(workspace.agent, 'ls'),
    ),
    deny: runsNothing('types into a running session', () => agents().deny(workspace.agent)),
    reply: runsNothing('types into a running session', () =>
      agents().reply(workspace.agent, 'yes'),
    ),
    conversations: runsNothing('reads what agents have stored', () => agents().conversations()),
    resume: refuses(async () => agents().resume(await workspace.startEnded())),
    interrupt: runsNothing('types a key', async () =>
      agents().interrupt(await workspace.startSpare()),
    ),
    kill: runsNothing('ends a session', async () => agents().kill(await workspace.startSpare())),
  };

  /** Every other function. */
  const PTYS: Readonly<Record<keyof PtysApi, EntryPoint>> = {
    startPty: refuses(
      start({}),
      start({ skipResume: true, autoApprove: true, tmux: true }),
      start({ shell: '/bin/sh' }),
    ),
    startDirectPty: refuses(() =>
      api().startDirectPty({ id: 'fake-main-x', providerId: 'fake', cwd: fixture.folder }),
    ),
    startSshPty: refuses(() =>
      api().startSshPty({ id: 'fake-main-x', target: 'localhost', sshArgs: ['-p', '1'] }),
    ),
    writePty: runsNothing('types into a running session', () =>
      api().writePty(workspace.agent, 'hello'),
    ),
    resizePty: runsNothing('resizes a terminal', () => api().resizePty(workspace.agent, 90, 30)),
    killPty: runsNothing('ends a session', async () => api().killPty(await workspace.startSpare())),
    hasPty: runsNothing('finds a session', () => api().hasPty(workspace.agent)),
    getPty: runsNothing('finds a session', () => api().getPty(workspace.agent)?.pid),
    getPtyKind: runsNothing('describes a session', () => api().getPtyKind(workspace.agent)),
    getPtyTmuxSessionName: runsNothing('describes a session', () =>
      api().getPtyTmuxSessionName(workspace.agent),
    ),
    getTmuxSessionName: runsNothing('formats a name', () =>
      api().getTmuxSessionName(workspace.agent),
    ),
    killTmuxSession: runsNothing('ends a session, of which there is none', () =>
      api().killTmuxSession('fake-main-none'),
    ),
    setOnDirectCliExit: runsNothing('subscribes', () =>
      api()
        .setOnDirectCliExit(() => {})
        .dispose(),
    ),
  };

  it('has a row for each function', () => {
    assert.deepEqual(Object.keys(AGENTS).sort(), Object.keys(agents()).sort());
    const all = [...Object.keys(PTYS), 'agents', 'version'];
    assert.deepEqual(all.sort(), Object.keys(api()).sort());
  });

  testEntryPoints(workspace, AGENTS);
  testEntryPoints(workspace, PTYS);
});
