import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCodex } from '../../../scripts/lib/codex.mjs';
import { prepareCodexHome } from '../../../scripts/lib/codexHome.mjs';
import { ResponsesStandIn } from '../../../scripts/lib/responsesStandIn.mjs';
import type { PreparedStart, StartOptions } from '../../../src/agents/agentService';
import { useCore, type Seen } from '../../support/useCore';
import { waitFor } from '../../support/waitFor';

/** From the launch to the first request, on a busy machine. */
const ANSWER_LIMIT_MS = 20_000;

/** Its transcripts are looked for each second. */
const LEARN_LIMIT_MS = 10_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('conversations of the real Codex', function () {
  this.timeout(60_000);
  const cli = findCodex();
  if (cli === undefined) {
    it(`resume (${process.platform}-${process.arch} has no Codex)`);
    return;
  }

  const fixture = useCore();
  let standIn = new ResponsesStandIn();

  beforeEach(async () => {
    standIn = new ResponsesStandIn();
    const baseUrl = await standIn.start();
    const home = join(fixture.home, '.codex');
    Object.assign(
      fixture.env,
      await prepareCodexHome(home, { baseUrl, trustedFolders: [fixture.folder] }),
    );
    fixture.set({ providers: { codex: { cli } } });
  });

  afterEach(() => standIn.end());

  const start = (options: StartOptions, conversation: 'auto' | 'chat' = 'auto') =>
    fixture.prepare({ providerId: 'codex', conversation, options });

  /** Launches with a prompt, and waits till its answer stands on the screen and its id is known. */
  async function begin(prompt: string, conversation: 'auto' | 'chat' = 'auto') {
    const prepared = await start({ prompt }, conversation);
    await prepared.launch();
    const seen = await fixture.watch(prepared.sessionId);
    await answered(seen, [prompt]);
    await waitFor(() => readMap()[prepared.sessionId] !== undefined, {
      limitMs: LEARN_LIMIT_MS,
      what: 'the id of the conversation in the map',
    });
    return prepared;
  }

  /** Restarts, and waits till it has answered with all that was said before. */
  async function goOn({ sessionId }: PreparedStart, prompts: readonly string[]) {
    const again = await fixture.core.agents.prepareRestart(sessionId);
    await again.launch();
    const seen = await fixture.watch(sessionId);
    await fixture.says(seen, 'OpenAI Codex');
    await fixture.core.agents.sendPrompt(sessionId, prompts.at(-1) ?? '');
    await answered(seen, prompts);
    return seen;
  }

  async function answered(seen: Seen, prompts: readonly string[]) {
    const has = (asked: readonly string[]) => asked.join() === prompts.join();
    await waitFor(() => standIn.asked.some(has), {
      limitMs: ANSWER_LIMIT_MS,
      what: () =>
        `a request with ${JSON.stringify(prompts)}; there were ${JSON.stringify(standIn.asked)}, and the terminal shows ${JSON.stringify(seen.text)}`,
    });
  }

  function readMap() {
    const path = join(fixture.home, 'storage', 'pty-session-map.json');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
    return JSON.parse(text) as Record<string, { uuid: string; cwd: string }>;
  }

  for (const spawnMode of ['shell', 'direct'] as const) {
    it(`go on after the window was made anew (${spawnMode})`, async () => {
      fixture.set({ spawnMode });
      const first = await begin('apples');
      const entry = readMap()[first.sessionId];
      assert.match(entry?.uuid ?? '', UUID);
      assert.equal(entry?.cwd, fixture.folder);
      await fixture.reopen();
      await goOn(first, ['apples', 'pears']);
      assert.deepEqual(readMap(), { [first.sessionId]: entry });
    });
  }

  it('go on each by itself, of two chats in one folder', async () => {
    const main = await begin('apples');
    const chat = await begin('plums', 'chat');
    await fixture.reopen();
    await goOn(chat, ['plums', 'pears']);
    await goOn(main, ['apples', 'figs']);
  });
});
