import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DiskTranscripts } from '../../../src/conversations/transcripts/diskTranscripts';
import type {
  Transcript,
  TranscriptLocation,
} from '../../../src/conversations/transcripts/transcripts';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import {
  claudeRecords,
  codexRecords,
  providerOf,
  toLines,
} from '../../support/agents/transcriptLines';

const ID = '01a20104-bcca-7f90-bbaf-8236d528e3ab';
const CLINE_ID = '1795549019485_lgcvg';
const prompt = { type: 'user', message: { role: 'user', parts: [{ text: 'Fix it' }] } };
const dashes = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-');

/** Path below the home, and the text, for a directory. */
const LAYOUTS: Readonly<Record<string, (cwd: string) => readonly (readonly [string, string])[]>> = {
  claude: (cwd) => [
    [`.claude/projects/${dashes(cwd)}/${ID}.jsonl`, toLines(claudeRecords(cwd, 'Fix it'))],
  ],
  codex: (cwd) => [
    [
      `.codex/sessions/2026/11/22/rollout-2026-11-22T02-10-17-${ID}.jsonl`,
      toLines(codexRecords(cwd, 'Fix it')),
    ],
  ],
  qwen: (cwd) => [
    [`.qwen/projects/${dashes(cwd)}/chats/${ID}.jsonl`, toLines([{ ...prompt, cwd }])],
    [`.qwen/projects/${dashes(cwd)}/chats/${ID}.runtime.json`, '{}'],
  ],
  copilot: (cwd) => [
    [
      `.copilot/session-state/${ID}/events.jsonl`,
      toLines([
        { type: 'session.start', data: { context: { cwd } } },
        { type: 'user.message', data: { content: 'Fix it' } },
      ]),
    ],
  ],
  pi: (cwd) => [
    [
      `.pi/agent/sessions/--${cwd.slice(1).replaceAll('/', '-')}--/2026-11-22T02-12-55-314Z_${ID}.jsonl`,
      toLines([
        { type: 'session', cwd },
        { type: 'message', message: { role: 'user', content: [{ text: 'Fix it' }] } },
      ]),
    ],
  ],
  grok: (cwd) => [
    [
      `.grok/sessions/${encodeURIComponent(cwd)}/${ID}/updates.jsonl`,
      toLines([
        {
          params: {
            update: { sessionUpdate: 'user_message_chunk', content: { text: 'Fix it' } },
          },
        },
      ]),
    ],
    [`.grok/sessions/${encodeURIComponent(cwd)}/prompt_history.jsonl`, '{}\n'],
  ],
  gemini: (cwd) => [
    ['.gemini/projects.json', JSON.stringify({ projects: { '/': '..', [cwd]: 'my-app' } })],
    [
      '.gemini/tmp/my-app/chats/session-2026-11-22T02-12-01a20104.jsonl',
      toLines([
        { sessionId: ID, kind: 'main' },
        { type: 'user', content: [{ text: 'Fix it' }] },
      ]),
    ],
  ],
  continue: (cwd) => [
    [
      `.continue/sessions/${ID}.json`,
      JSON.stringify(
        {
          workspaceDirectory: cwd,
          history: [{ message: { role: 'user', content: 'Fix it' } }],
        },
        null,
        2,
      ),
    ],
    ['.continue/sessions/sessions.json', '[]'],
  ],
  mistral: (cwd) => [
    [
      '.vibe/logs/session/session_20261122_021017_01a20104/meta.json',
      JSON.stringify({
        ...{ session_id: ID, start_time: '2026-11-22T02:10:17.428123+00:00', title: 'Fix it' },
        environment: { working_directory: cwd },
      }),
    ],
    ['.vibe/logs/session/session_20261122_021017_01a20104/messages.jsonl', '{}\n'],
  ],
  kimi: (cwd) => [
    [
      `.kimi-code/sessions/wd_app_3a63b710eda1/session_${ID}/state.json`,
      JSON.stringify({ id: `session_${ID}`, cwd, createdAt: 1795533803832, title: 'Fix it' }),
    ],
    [`.kimi-code/sessions/wd_app_3a63b710eda1/session_${ID}/agents/main/wire.jsonl`, '{}'],
    [`.kimi-code/sessions/.index-dirty/session_${ID}.1795533804604`, ''],
  ],
  cline: (cwd) => [
    [
      `.cline/data/sessions/${CLINE_ID}/${CLINE_ID}.json`,
      JSON.stringify({
        ...{ version: 1, session_id: CLINE_ID, started_at: '2026-11-24T19:36:59.526Z' },
        ...{ interactive: true, model: 'fake-model', cwd },
        prompt: '<user_input mode="act">Fix it</user_input>',
        metadata: { title: 'Fix it' },
      }),
    ],
    [
      `.cline/data/sessions/${CLINE_ID}/${CLINE_ID}.messages.json`,
      JSON.stringify({ sessionId: CLINE_ID, cwd, metadata: { title: 'Not this' } }),
    ],
    [
      '.cline/data/sessions/1795548926813_vjjgn/1795548926813_vjjgn.json',
      JSON.stringify({ interactive: false, cwd, metadata: { title: 'By a script' } }),
    ],
  ],
  commandcode: (cwd) => [
    [
      `.commandcode/projects/${dashes(cwd).slice(1)}/${ID}.jsonl`,
      toLines([
        { type: 'session', version: 3, id: ID, timestamp: '2026-11-26T16:22:04.736Z', cwd },
        {
          ...{ type: 'message', id: 'e3224b26', timestamp: '2026-11-26T16:22:10.109Z' },
          message: { role: 'user', content: [{ type: 'text', text: 'Fix it' }] },
        },
      ]),
    ],
    [`.commandcode/projects/${dashes(cwd).slice(1)}/${ID}.checkpoints.jsonl`, '{}\n'],
  ],
  droid: (cwd) => [
    [
      `.factory/sessions/${cwd.replaceAll('/', '-')}/${ID}.jsonl`,
      toLines([
        { type: 'session_start', id: ID, title: 'New Session', version: 2, cwd },
        {
          ...{ type: 'message', timestamp: '2026-11-24T19:40:48.723Z' },
          message: {
            role: 'user',
            content: [{ type: 'text', text: '<system-reminder>\nThe tools' }],
          },
        },
        {
          ...{ type: 'message', timestamp: '2026-11-24T19:40:48.791Z' },
          message: { role: 'user', content: [{ type: 'text', text: 'Fix it' }] },
        },
      ]),
    ],
    [
      `.factory/sessions/${cwd.replaceAll('/', '-')}/${randomUUID()}.jsonl`,
      toLines([{ type: 'session_start', callingSessionId: ID, title: 'Worker: worker', cwd }]),
    ],
    [`.factory/sessions/${cwd.replaceAll('/', '-')}/${ID}.settings.json`, '{}'],
  ],
};

/** The ids of conversations that are not a UUID. */
const IDS: Readonly<Record<string, string>> = { cline: CLINE_ID, kimi: `session_${ID}` };

describe('DiskTranscripts reads the conversations of', () => {
  let root: string;
  let home: string;
  let transcripts: DiskTranscripts;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'agent-terminals-layouts-')));
    home = join(root, 'home');
    transcripts = new DiskTranscripts(home);
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  const locate = (id: string, cwd: string): TranscriptLocation => ({
    provider: providerOf(id),
    cwd,
    env: { HOME: home },
  });

  async function makeDirectory(name: string): Promise<string> {
    const directory = join(root, 'work', name);
    await mkdir(directory, { recursive: true });
    return directory;
  }

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  it('every provider with known transcripts', () => {
    const known = BUILT_IN_PROVIDERS.filter(({ transcripts }) => transcripts.kind !== 'none');
    assert.deepEqual(known.map(({ id }) => id).sort(), [...Object.keys(LAYOUTS), 'auggie'].sort());
  });

  it('auggie, by the id alone, since its files do not state the directory', async () => {
    const cwd = await makeDirectory('app');
    const place = { workspace_folders: [{ repository_root: cwd, folder_root: cwd }] };
    const request_nodes = [{ text_node: { content: 'Fix it' } }, { ide_state_node: place }];
    const exchange = { request_message: 'Fix it', response_text: 'Fixed', request_nodes };
    const stored = { sessionId: ID, created: '2026-11-26T21:18:38.770Z', terminalId: '/dev/pts/3' };
    const text = JSON.stringify({ ...stored, chatHistory: [{ exchange, completed: true }] });
    await write(join(home, `.augment/sessions/${ID}.json`), text);
    assert.deepEqual(await transcripts.list(locate('auggie', cwd)), []);
    const found = await transcripts.find(locate('auggie', cwd), ID);
    const { id, firstPrompt } = found as Transcript;
    assert.deepEqual([id, firstPrompt], [ID, 'Fix it']);
  });

  for (const [provider, layout] of Object.entries(LAYOUTS)) {
    it(provider, async () => {
      const cwd = await makeDirectory(`it's "my" app.é 😀`);
      const other = await makeDirectory('other');
      for (const [path, text] of layout(cwd)) {
        await write(join(home, path), text);
      }
      const [found, ...more] = await transcripts.list(locate(provider, cwd));
      assert.deepEqual(more, []);
      const id = IDS[provider] ?? ID;
      assert.equal(found?.id, id);
      assert.equal(found.firstPrompt, 'Fix it');
      assert.ok(found.cwd === cwd || found.cwd === undefined);
      assert.ok(Math.abs(found.modifiedAt - Date.now()) < 60_000);

      assert.deepEqual(await transcripts.list(locate(provider, other)), []);
      assert.deepEqual(await transcripts.find(locate(provider, cwd), id), found);
      assert.deepEqual(await transcripts.find(locate(provider, other), id), found);
      assert.equal(await transcripts.find(locate(provider, cwd), randomUUID()), undefined);
    });
  }

  it('presets under one key, unless their variables move them', async () => {
    const cwd = await makeDirectory('app');
    const location = locate('pi', cwd);
    const preset = { ...location, provider: { ...location.provider, id: 'work', presetOf: 'pi' } };
    const moved = { ...preset, env: { ...location.env, PI_CODING_AGENT_DIR: '/work' } };
    const [own, shared, other] = await Promise.all(
      [location, preset, moved].map((one) => transcripts.keyOf(one)),
    );
    assert.equal(shared, own);
    assert.notEqual(other, own);
  });
});
