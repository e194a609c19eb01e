import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { completeClient, homeProgramsIn } from '../../../scripts/lib/bundles/clientBundles.mjs';

const run = promisify(execFile);
const ROOT = resolve(__dirname, '../../..');

const USE = `
const session = await terminals.open({ exec: '/bin/sh', onData: (bytes: Uint8Array) => void bytes.length });
session.write('x'); session.write(new Uint8Array([3])); session.resize({ cols: 1, rows: 1 }); session.signal('SIGINT');
// @ts-expect-error: there are two signals.
session.signal('SIGHUP');
const { sessions } = await terminals.list();
const kind: string = sessions[0]?.activity.kind ?? '';
const answer: string = (await terminals.ask(session.sessionId, kind)).response;
// @ts-expect-error: an answer has no such member.
answer.nothing;
`;

describe('the package of the client', function () {
  this.timeout(60_000);
  let directory: string;

  before(async () => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'agent-terminals-client-')));
    const dist = join(directory, 'dist');
    for (const options of homeProgramsIn(dist)) {
      await build(options);
    }
    const client = join(dist, 'client');
    await completeClient(client);
    const modules = join(directory, 'node_modules');
    mkdirSync(join(modules, '@types'), { recursive: true });
    renameSync(client, join(modules, 'agent-terminals-client'));
    for (const name of ['@types/node', 'undici-types']) {
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
    }
  });

  after(() => rmSync(directory, { recursive: true }));

  const loaders: readonly (readonly [string, string, string])[] = [
    ['an ES module', 'use.mjs', "import { list } from 'agent-terminals-client';"],
    ['CommonJS', 'use.cjs', "const { list } = require('agent-terminals-client');"],
  ];
  for (const [name, file, load] of loaders) {
    it(`runs as ${name}, without any other package`, async () => {
      const path = join(directory, file);
      writeFileSync(path, `${load}\nlist().catch((error) => console.log(error.name, error.code));`);
      const env = { AGENT_TERMINALS_HOME: directory };
      const { stdout } = await run(process.execPath, [path], { cwd: directory, env });
      assert.equal(stdout, 'ClientError NO_WINDOW\n');
    });
  }

  for (const [name, file] of [
    ['an ES module', 'typed.mts'],
    ['CommonJS', 'typed.cts'],
  ] as const) {
    it(`has types for ${name}`, async () => {
      const path = join(directory, file);
      const load =
        "import { connect } from 'agent-terminals-client';\nconst terminals = connect();";
      writeFileSync(path, `${load}\nexport async function use() {${USE}}\n`);
      const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
      const flags = ['--noEmit', '--strict', '--module', 'node16', '--target', 'es2022'];
      const types = ['--lib', 'es2022', '--types', 'node', '--skipLibCheck'];
      await run(process.execPath, [tsc, ...flags, ...types, path], { cwd: directory }).catch(
        (error: { stdout: string }) => assert.fail(error.stdout),
      );
    });
  }
});
