import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { installClaudeCode } from '../../../scripts/lib/agents/claudeCode.mjs';
import { prepareClaudeHome } from '../../../scripts/lib/agents/claudeHome.mjs';
import { findCodex } from '../../../scripts/lib/agents/codex.mjs';
import { prepareCodexHome } from '../../../scripts/lib/agents/codexHome.mjs';
import { MessagesStandIn } from '../../../scripts/lib/agents/messagesStandIn.mjs';
import { ResponsesStandIn } from '../../../scripts/lib/agents/responsesStandIn.mjs';
import { systemClock } from '../../../src/base/clock';
import { nullLogger } from '../../../src/base/logger';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import { StatusEngine } from '../../../src/status/statusEngine';
import { approveShown } from '../../support/agents/approveShown';
import { typeIntoDialog } from '../../support/agents/typeIntoDialog';
import { useCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

/** From the launch to the first screen, and from a prompt to its effect, on a busy machine. */
const SHOW_LIMIT_MS = 30_000;

describe('the status of real agents by their screens alone', function () {
  this.timeout(180_000);
  const fixture = useCore();
  let engine: StatusEngine | undefined;
  let standIn: MessagesStandIn | ResponsesStandIn | undefined;

  afterEach(async () => {
    engine?.dispose();
    await standIn?.end();
  });

  /** Runs the agent, with an engine that receives neither reports nor titles nor hooks. */
  async function launch(providerId: string, extraArgs: readonly string[]) {
    const { sessions } = fixture.core;
    const provider = BUILT_IN_PROVIDERS.find(({ id }) => id === providerId);
    const watching = new StatusEngine({
      sessions: {
        get: (id) => sessions.get(id),
        list: () => sessions.list(),
        find: (id) => sessions.find(id),
        onDidChange: sessions.onDidChange,
        onDidSignal: () => ({ dispose() {} }),
      },
      agentOf: () => provider && { provider, rules: [], env: {} },
      files: { read: () => Promise.resolve(undefined), forget() {} },
      clock: systemClock,
      logger: nullLogger,
    });
    engine = watching;
    const reported: string[] = [];
    const prepared = await fixture.prepare({ providerId, options: { extraArgs } });
    const id = prepared.sessionId;
    watching.onDidChange(() => reported.push(watching.get(id).state.kind));
    await prepared.launch({ cols: 100, rows: 30 });
    const comesTo = (...kinds: readonly string[]) =>
      waitFor(() => kinds.includes(watching.get(id).state.kind), {
        limitMs: SHOW_LIMIT_MS,
        what: () => `${providerId} to be ${kinds.join(' or ')}; it was ${reported.join(', ')}`,
      });
    /** It is done, or idle if it worked too briefly to count. */
    const rests = () => comesTo('done', 'idle');
    const submit = async (prompt: string) => {
      sessions.find(id)?.write(prompt);
      await waitFor(async () => (await requireSession(sessions, id).text()).includes(prompt), {
        limitMs: SHOW_LIMIT_MS,
        what: `the prompt ${prompt} in the composer`,
      });
      sessions.find(id)?.write('\r');
    };
    const type = (keys: string) => sessions.find(id)?.write(keys);
    const answer = (keys: string) => typeIntoDialog(sessions, id, keys);
    return { id, reported, comesTo, rests, submit, type, answer };
  }

  it('follows Claude Code through a question, its end, and an interrupt', async () => {
    standIn = new MessagesStandIn();
    const cli = (await installClaudeCode()).executable;
    const home = join(fixture.home, '.claude');
    const options = { baseUrl: await standIn.start(), trustedFolders: [fixture.folder] };
    Object.assign(fixture.env, await prepareClaudeHome(home, options));
    fixture.set({ providers: { claude: { cli } } });
    const { id, reported, comesTo, rests, submit, type } = await launch('claude', [
      '--permission-mode',
      'manual',
    ]);
    await comesTo('idle');
    await submit('please [write]');
    await comesTo('needsInput');
    // As a person does: a new dialog of Claude Code ignores keys.
    await approveShown(fixture.core, id);
    await comesTo('done');
    await submit('now [slow]');
    await comesTo('working');
    type('\x1b');
    await rests();
    assert.ok(!reported.slice(1, reported.indexOf('needsInput')).includes('done'), reported.join());
  });

  const codex = findCodex();
  (codex ? it : it.skip)('follows Codex through a question and its end', async () => {
    assert.ok(codex);
    const responses = new ResponsesStandIn();
    standIn = responses;
    // It asks for trust only in repositories.
    execFileSync('git', ['init', '-q', fixture.folder]);
    const home = join(fixture.home, '.codex');
    const options = { baseUrl: await responses.start(), trustedFolders: [] };
    Object.assign(fixture.env, await prepareCodexHome(home, options));
    fixture.set({ providers: { codex: { cli: codex } } });
    const { comesTo, rests, submit, answer } = await launch('codex', []);
    await comesTo('needsInput');
    await answer('\r');
    // Done if the answer takes long enough to count as work.
    await rests();
    await submit('please [write]');
    await comesTo('needsInput');
    await answer('y');
    await rests();
  });
});
