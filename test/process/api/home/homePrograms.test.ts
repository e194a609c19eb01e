import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { homeProgramsIn } from '../../../../scripts/lib/bundles/clientBundles.mjs';
import { HomePrograms } from '../../../../src/api/home/homePrograms';

const run = promisify(execFile);

describe('the programs in the person’s home', function () {
  this.timeout(20_000);
  let source: string;
  let home: string;
  let warnings: string[];

  before(async () => {
    source = mkdtempSync(join(tmpdir(), "agent-terminals it's dist-"));
    for (const options of homeProgramsIn(source)) {
      await build(options);
    }
  });

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "agent-terminals it's home-"));
    warnings = [];
  });

  afterEach(() => rmSync(home, { recursive: true }));
  after(() => rmSync(source, { recursive: true }));

  function create(change: Partial<ConstructorParameters<typeof HomePrograms>[0]> = {}) {
    const logger = { warn: (message: string) => void warnings.push(message) };
    const runtime = process.execPath;
    return new HomePrograms({ home, source, runtime, platform: 'linux', logger, ...change });
  }

  async function help(path = ''): Promise<string> {
    const env = { PATH: process.env['PATH'] ?? '', NODE_OPTIONS: '--nonsense' };
    return (await run(path, ['wait', '--help'], { env })).stdout;
  }

  it('are the command line, which runs by its path, and the client', async () => {
    const path = await create().install();
    assert.equal(path, join(home, 'bin', 'agent-terminals'));
    assert.match(await help(path), /usage: agent-terminals wait SESSION/);
    const modes = [join(home, 'bin'), path, join(home, 'client')].map(
      (one) => statSync(one).mode & 0o777,
    );
    assert.deepEqual(modes, [0o700, 0o700, 0o700]);
    const use = `console.log(Object.keys(require(${JSON.stringify(join(home, 'client', 'index.cjs'))})).join())`;
    assert.match(
      (await run(process.execPath, ['-e', use])).stdout,
      /attach,close,connect,list,open/,
    );
    assert.deepEqual(warnings, []);
  });

  it('have the licences of the packages that they contain code of', async () => {
    const notices = join(source, 'THIRD-PARTY-NOTICES.txt');
    writeFileSync(notices, 'all licences');
    await create().install();
    rmSync(notices);
    const copy = join(home, 'bin', 'THIRD-PARTY-NOTICES.txt');
    assert.equal(readFileSync(copy, 'utf8'), 'all licences');
    assert.deepEqual(warnings, []);
  });

  it('are those of the newest version, at the same path', async () => {
    const before = await create().install();
    const text = readFileSync(join(home, 'bin', 'agent-terminals.cjs'), 'utf8');
    writeFileSync(join(home, 'bin', 'agent-terminals.cjs'), 'process.exit(9)');
    assert.equal(await create().install(), before);
    assert.equal(readFileSync(join(home, 'bin', 'agent-terminals.cjs'), 'utf8'), text);
  });

  it('are written again if they were deleted', async () => {
    const programs = create();
    const path = await programs.install();
    for (const gone of ['', 'bin/agent-terminals', 'shell/zsh/.zshenv']) {
      rmSync(join(home, gone), { recursive: true });
      assert.deepEqual(await Promise.all([programs.install(), programs.install()]), [path, path]);
      const files = ['bin/agent-terminals', 'shell/zsh/.zshenv', 'client/index.cjs'];
      assert.deepEqual(
        files.map((file) => existsSync(join(home, file))),
        [true, true, true],
      );
    }
  });

  it('run with any Node if their runtime is missing, and print an error without one', async () => {
    const path = await create({ runtime: '/gone/with/the/update' }).install();
    assert.match(await help(path), /usage: agent-terminals wait/);
    await assert.rejects(run(path ?? '', ['list'], { env: { PATH: '/nowhere' } }), {
      code: 3,
      stderr: /open a window of VS Code/,
    });
  });

  it('are batch files on Windows, with escaped percent signs', async () => {
    const path = await create({ platform: 'win32', runtime: 'C:\\100% here\\Code.exe' }).install();
    assert.equal(path, join(home, 'bin', 'agent-terminals.cmd'));
    assert.match(
      readFileSync(path, 'utf8'),
      /^@echo off\r\n[\s\S]*"C:\\100%% here\\Code.exe" ".*agent-terminals\.cjs" %\*\r\n/,
    );
  });

  it('log once if they cannot be written', async () => {
    const programs = create({ source: '/nowhere/at/all' });
    assert.equal(await programs.install(), undefined);
    assert.equal(await programs.install(), undefined);
    assert.equal(warnings.length, 1);
    assert.equal(existsSync(join(home, 'bin')), false);
  });
});
