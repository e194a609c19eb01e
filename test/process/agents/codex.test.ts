import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCodex } from '../../../scripts/lib/agents/codex.mjs';
import { prepareCodexHome } from '../../../scripts/lib/agents/codexHome.mjs';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { ResponsesStandIn } from '../../../scripts/lib/agents/responsesStandIn.mjs';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import { useCore, type Seen } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';

/** From the launch to the first request, on a busy machine. */
const ANSWER_LIMIT_MS = 20_000;

/** A hook reports the id at the first prompt. */
const REPORT_LIMIT_MS = 10_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id that Codex has never created. */
const UNKNOWN = '00000000-0000-4000-8000-000000000001';

describe('conversations of the real Codex', function () {
  this.timeout(60_000);
  const cli = findCodex();
  if (cli === undefined) {
    it(`resume (${process.platform}-${process.arch} has no Codex)`);
    return;
  }

  const fixture = useCore();
  let standIn = new ResponsesStandIn();

  before(() => buildHookHelper());

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

  /** Launches with a prompt, and waits until it is answered and the conversation's id is stored. */
  async function begin(prompt: string, conversation: 'auto' | 'chat' = 'auto') {
    const request = { providerId: 'codex', conversation, options: { prompt } };
    const prepared = await fixture.prepare(request);
    await prepared.launch();
    await asked([prompt], await fixture.watch(prepared.sessionId));
    await reported(prepared);
    return prepared;
  }

  /** Launches, types the last of the prompts, and waits until the model receives all of them. */
  async function goOn(prepared: PreparedStart, prompts: readonly string[]) {
    const { exec } = await prepared.launch();
    await type(prepared, prompts);
    return exec;
  }

  async function type({ sessionId }: PreparedStart, prompts: readonly string[]) {
    const seen = await fixture.watch(sessionId);
    await waitFor(() => fixture.core.sessions.get(sessionId)?.bracketedPaste === true, {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `Codex to accept input; the terminal shows ${JSON.stringify(seen.text)}`,
    });
    await fixture.core.delivery.send(sessionId, prompts.at(-1) ?? '');
    await asked(prompts, seen);
  }

  const restart = ({ sessionId }: PreparedStart) => fixture.core.launcher.prepareRestart(sessionId);

  const asked = (prompts: readonly string[], seen: Seen) =>
    waitFor(() => standIn.asked.some((request) => request.join() === prompts.join()), {
      limitMs: ANSWER_LIMIT_MS,
      what: () =>
        `a request with ${prompts.join()}; the requests were ${JSON.stringify(standIn.asked)}, and the terminal shows ${JSON.stringify(seen.text)}`,
    });

  const reported = ({ sessionId }: PreparedStart) =>
    waitFor(() => ![undefined, UNKNOWN].includes(readMap()[sessionId]?.uuid), {
      limitMs: REPORT_LIMIT_MS,
      what: `the conversation of ${sessionId} in the map`,
    });

  function readMap() {
    const path = join(fixture.home, 'storage', 'pty-session-map.json');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
    return JSON.parse(text) as Record<string, { uuid: string; cwd: string }>;
  }

  it('continue after a window reload', async () => {
    const first = await begin('apples');
    const map = readMap();
    const { uuid, cwd } = map[first.sessionId] ?? {};
    assert.match(uuid ?? '', UUID);
    assert.equal(cwd, fixture.folder);
    await fixture.reopen();
    const exec = await goOn(await restart(first), ['apples', 'pears']);
    assert.match(exec, new RegExp(`codex resume ${uuid} `));
    assert.deepEqual(readMap(), map);
  });

  it('of two chats in one folder continue separately', async () => {
    const main = await begin('apples');
    const chat = await begin('plums', 'chat');
    await fixture.reopen();
    await goOn(await restart(chat), ['plums', 'pears']);
    await goOn(await restart(main), ['apples', 'figs']);
  });

  it('are forked, and both continue separately', async () => {
    const parent = await begin('apples');
    const fork = await fixture.core.launcher.prepareFork(parent.sessionId);
    await goOn(fork, ['apples', 'pears']);
    await reported(fork);
    await goOn(await restart(parent), ['apples', 'figs']);
    await goOn(await restart(fork), ['apples', 'pears', 'plums']);
  });

  it('that it does not find are replaced by new ones, which are stored', async () => {
    const first = await fixture.prepare({ providerId: 'codex', picked: UNKNOWN });
    await first.launch();
    const seen = await fixture.watch(first.sessionId);
    await fixture.untilShown(seen, 'could not resume the earlier conversation');
    // Until the new one has drawn its input, the screen has the error of the other, which may be a question.
    await waitFor(() => fixture.core.status.get(first.sessionId).state.kind === 'idle', {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `Codex to be idle; the terminal shows ${JSON.stringify(seen.text)}`,
    });
    await type(first, ['apples']);
    await reported(first);
    await goOn(await restart(first), ['apples', 'pears']);
  });
});
