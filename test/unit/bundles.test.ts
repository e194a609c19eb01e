import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { SESSION_HOST } from '../../scripts/lib/bundles/hostBundle.mjs';
import { listSources, WITHOUT_VSCODE } from '../support/rooms';

describe('the core', () => {
  it('can be bundled without VS Code', async function () {
    this.timeout(120_000);
    const files = [resolve('src', 'main', 'core.ts'), ...WITHOUT_VSCODE.flatMap(listSources)];
    const imports = files.filter((file) => !file.endsWith('settingsReader.ts'));
    assert.ok(imports.length > 10);
    const { errors } = await build({
      stdin: {
        contents: imports.map((file) => `export * from ${JSON.stringify(file)};`).join('\n'),
        resolveDir: process.cwd(),
      },
      bundle: true,
      platform: 'node',
      external: ['node-pty'],
      write: false,
      logLevel: 'silent',
    });
    assert.deepEqual(errors, []);
  });
});

describe('the session host', () => {
  it('contains PTYs and screens, but no agents, no client, no tmux programs and no large library', async () => {
    const { metafile } = await build({ ...SESSION_HOST, write: false, metafile: true });
    const inputs = Object.values(metafile.outputs).flatMap(({ inputs: used }) =>
      Object.entries(used).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
    );
    const strangers = inputs.filter((path) =>
      /^src\/(?!base|endpoint|pty|host)|src\/host\/client|tmux(Spawner|Process|Control)|zod\/v4\/classic/.test(
        path,
      ),
    );
    assert.ok(inputs.some((path) => path.endsWith('src/host/server/sessionHost.ts')));
    assert.deepEqual(strangers, []);
  });
});
