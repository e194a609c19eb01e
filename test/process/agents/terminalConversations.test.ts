import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import { useCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';

/** Stores its conversation as Auggie does: with its terminal, after the first answer. */
const CLI = `#!/bin/sh
[ "$1" != --version ] || exec echo '0.36.0 (commit 7c61e5bb)'
echo "began by [$*]."
read -r line
id=$(cat /proc/sys/kernel/random/uuid)
mkdir -p "$HOME/.augment/sessions"
nodes="[{\\"ide_state_node\\":{\\"workspace_folders\\":[{\\"folder_root\\":\\"$(dirname "$PWD")\\"}]}}]"
printf '{"sessionId":"%s","created":"%s","terminalId":"%s","chatHistory":[{"exchange":{"request_message":"%s","request_nodes":%s}}]}' \
  "$id" "$(date -u +%Y-%m-%dT%H:%M:%S.999Z)" "$(readlink /proc/self/fd/0)" "$line" "$nodes" >"$HOME/.augment/sessions/$id.json"
echo "stored $id."
read -r line
`;

describe('conversations whose files state their terminal', function () {
  this.timeout(60_000);
  const fixture = useCore();

  before(function () {
    // The stand-in for the CLI reads its terminal as Auggie does on Linux.
    if (process.platform !== 'linux') {
      this.skip();
    }
  });

  for (const [title, settings] of [
    ['', { spawnMode: 'direct' }],
    [', in a shell', { spawnMode: 'shell' }],
    [', in the session host', { persistence: 'host' }],
  ] as const) {
    it(`are resumed by the session in it, also of two in one directory${title}`, async () => {
      const cli = join(fixture.home, 'auggie');
      writeFileSync(cli, CLI, { mode: 0o755 });
      fixture.set({ providers: { auggie: { cli } }, ...settings });
      const starts = [await start(), await start()];
      const ids = [
        await storeConversation(starts[1]),
        await storeConversation(starts[0]),
      ].reverse();
      for (const [at, { sessionId }] of starts.entries()) {
        const entryOf = () => fixture.core.map.entries.get(sessionId)?.uuid;
        await waitFor(() => entryOf() !== undefined, { limitMs: 20_000, what: 'the id' });
        assert.equal(entryOf(), ids[at]);
        await fixture.core.sessions.kill(sessionId);
        await (await fixture.core.launcher.prepareRestart(sessionId)).launch();
        const seen = await fixture.watch(sessionId);
        await fixture.untilShown(seen, `--resume ${ids[at]}`);
      }
    });
  }

  async function start(): Promise<PreparedStart> {
    const prepared = await fixture.prepare({ providerId: 'auggie' });
    await prepared.launch();
    return prepared;
  }

  /** Types the first prompt. Returns the id of the stored conversation. */
  async function storeConversation(prepared: PreparedStart | undefined): Promise<string> {
    const { sessionId = '' } = prepared ?? {};
    const seen = await fixture.watch(sessionId);
    await fixture.untilShown(seen, 'began by');
    fixture.core.sessions.write(sessionId, 'Fix it\r');
    await fixture.untilShown(seen, 'stored ');
    return /stored (\S+)\./.exec(seen.text)?.[1] ?? '';
  }
});
