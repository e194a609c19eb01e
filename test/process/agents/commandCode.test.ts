import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChatStandIn } from '../../../scripts/lib/agents/chatStandIn.mjs';
import { WRITTEN_FILE } from '../../../scripts/lib/agents/standInAnswer.mjs';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { NODE_24 } from '../../../scripts/lib/paths.mjs';
import { installCli } from '../../../scripts/lib/record/installCli';
import { commandcodeRecipe } from '../../../scripts/lib/record/recipes/commandcode';
import type { AgentOptions, PreparedStart } from '../../../src/agents/agentService';
import type { Need } from '../../../src/status/activity';
import { useCore } from '../../support/agents/useCore';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';

/** On a busy machine, where each report of a hook starts a program. */
const limitMs = 120_000;

/** Its models, of which the first one is that of a start. */
const MODELS = { first: { name: 'First' }, second: { name: 'Second' } };
const ARGS = ['--skip-onboarding', '--no-auto-update', '--trust'];

/** Its installation takes longer than all of these tests, so that only the long form has them. */
const isTested = stressSize({ short: 0, long: 1 }) === 1;

(isTested ? describe : () => {})('the real Command Code', function () {
  this.timeout(600_000);
  const fixture = useCore();
  let standIn = new ChatStandIn();
  let programs = '';
  let events: string[] = [];

  before(async function () {
    await buildHookHelper();
    programs = await installCli(commandcodeRecipe, commandcodeRecipe.version);
  });

  beforeEach(async () => {
    standIn = new ChatStandIn();
    events = [];
    fixture.core.onDidReceiveHook(({ name }) => events.push(name));
    const baseURL = `${await standIn.start()}/v1`;
    const options = { baseURL, apiKey: false };
    const own = { api: 'openai-completions', baseURL, options, models: MODELS };
    const home = join(fixture.home, '.commandcode');
    mkdirSync(home);
    writeFileSync(join(home, 'auth.json'), JSON.stringify({ apiKey: 'stand-in' }));
    writeFileSync(join(home, 'providers.json'), JSON.stringify({ provider: { own } }));
    writeFileSync(join(home, 'config.json'), JSON.stringify({ model: 'own/first' }));
    fixture.env['CMD_LOCAL_ONLY'] = '1';
    // It needs a newer Node than the one that may run these tests.
    const cli = join(fixture.home, 'cmd');
    const script = `#!/bin/sh\nexec '${NODE_24}' '${join(programs, 'cmd')}' "$@"\n`;
    writeFileSync(cli, script, { mode: 0o755 });
    fixture.set({ providers: { commandcode: { cli, defaultArgs: ARGS } } });
  });

  afterEach(() => standIn.end());

  async function start(options: AgentOptions = {}): Promise<PreparedStart> {
    const prepared = await fixture.prepare({ providerId: 'commandcode', options });
    await launch(prepared);
    return prepared;
  }

  async function launch(prepared: PreparedStart): Promise<string> {
    const { exec } = await prepared.launch({ cols: 100, rows: 40 });
    await comesTo(prepared, 'screen', 'idle');
    return exec;
  }

  const send = ({ sessionId }: PreparedStart, prompt: string) =>
    fixture.core.agents.sendPrompt(sessionId, prompt);

  /** Waits until a source reports the state; for a question, its need. */
  async function comesTo(
    { sessionId }: PreparedStart,
    source: 'hook' | 'screen',
    expected: 'done' | 'idle' | 'working' | Need,
  ): Promise<void> {
    let shown = '';
    const look = async (): Promise<string | undefined> => {
      shown = await fixture.core.sessions.text(sessionId);
      const { signals } = await fixture.core.status.explain(sessionId);
      const state = signals.find((one) => one.source === source)?.state;
      return state?.kind === 'needsInput' ? state.need : state?.kind;
    };
    await waitFor(async () => (await look()) === expected, {
      limitMs,
      what: () => `${expected} by the ${source}; received ${events.join()}; it shows ${shown}`,
    });
  }

  /** It shows an empty input before it has loaded a conversation, and a prompt that is then typed begins another. */
  const shows = ({ sessionId }: PreparedStart, words: RegExp) =>
    waitFor(async () => words.test(await fixture.core.sessions.text(sessionId)), {
      limitMs,
      what: `${words} on its screen`,
    });

  const asked = (prompts: readonly string[]) =>
    waitFor(() => standIn.asked.some((request) => request.join() === prompts.join()), {
      limitMs,
      what: () => `a request with ${prompts.join()}; they were ${JSON.stringify(standIn.asked)}`,
    });

  const idOf = ({ sessionId }: PreparedStart): string | undefined =>
    fixture.core.map.get(sessionId)?.uuid;

  const learned = (prepared: PreparedStart) =>
    waitFor(() => idOf(prepared) !== undefined, { limitMs, what: 'its conversation in the map' });

  it('works, asks, is denied and answers, as its hooks and its screen report', async () => {
    const agent = await start();
    await send(agent, 'Wait [held]');
    await comesTo(agent, 'hook', 'working');
    await comesTo(agent, 'screen', 'working');
    await asked(['Wait [held]']);
    standIn.finishAnswers();
    await comesTo(agent, 'hook', 'done');
    await comesTo(agent, 'screen', 'idle');
    await send(agent, 'Run [write]');
    await comesTo(agent, 'hook', 'permission');
    await comesTo(agent, 'screen', 'permission');
    await fixture.core.answers.deny(agent.sessionId);
    await comesTo(agent, 'hook', 'idle');
    await comesTo(agent, 'screen', 'idle');
    assert.ok(!existsSync(join(fixture.folder, WRITTEN_FILE)));
    await send(agent, 'Ask [ask]');
    await comesTo(agent, 'hook', 'question');
    await comesTo(agent, 'screen', 'question');
  });

  it('continues its conversation after a restart, and in a fork', async () => {
    const agent = await start();
    await send(agent, 'apples');
    await comesTo(agent, 'hook', 'done');
    await learned(agent);
    const again = await fixture.core.agents.prepareRestart(agent.sessionId);
    assert.ok((await launch(again)).includes(`--resume ${idOf(agent)}`));
    await shows(again, /^❯ apples$/m);
    await send(again, 'pears');
    await asked(['apples', 'pears']);
    await comesTo(again, 'hook', 'done');
    const fork = await fixture.core.agents.prepareFork(agent.sessionId);
    await launch(fork);
    await shows(fork, /^❯ pears$/m);
    await send(fork, 'figs');
    await asked(['apples', 'pears', 'figs']);
    await learned(fork);
    assert.notEqual(idOf(fork), idOf(agent));
  });

  it('changes its model, and saves it as the default', async () => {
    const agent = await start();
    const { modelChanger } = fixture.core;
    assert.equal(await modelChanger.change(agent.sessionId, 'own/second'), 'changed');
    const config = readFileSync(join(fixture.home, '.commandcode', 'config.json'), 'utf8');
    assert.match(config, /own\/second/);
    const { sessionId } = agent;
    await assert.rejects(modelChanger.change(sessionId, 'gone'), { code: 'BAD_REQUEST' });
  });

  it('begins in the permission mode of its start', async () => {
    const { sessionId } = await start({ permissionMode: 'plan' });
    assert.match(await fixture.core.sessions.text(sessionId), /^ {2}plan mode/m);
  });
});
