import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LevelOutput } from '../../../scripts/lib/levels/levelOutput.mjs';
import { LevelRun } from '../../../scripts/lib/levels/levelRun.mjs';

describe('LevelRun', () => {
  let directory: string;
  let written: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-levels-'));
    written = '';
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** A level that prints its name, and whether it uses packages that were built before it. */
  const level = (
    name: string,
    { after = [] as string[], needs = [] as string[], code = '' } = {},
  ) => {
    const packaged = 'process.env.AGENT_TERMINALS_IS_PACKAGED';
    const program = `const fs = require('node:fs'); console.log('${name}', ${packaged}); ${code}`;
    return { name, kind: 'check' as 'check' | 'tools', args: ['-e', program], needs, after };
  };
  const tools = { ...level('tools'), kind: 'tools' as const };
  const run = async (levels: readonly ReturnType<typeof level>[], atOnce: number) => {
    const output = new LevelOutput((text) => {
      written += text;
    });
    const provideTools = () => Promise.resolve(['fish']);
    const ran = await new LevelRun(levels, { provideTools, atOnce, output }).run();
    return ran.map(({ name, result, missingTools }) => ({ name, ...result.totals, missingTools }));
  };

  it('runs levels at the same time, and each one after the levels that it names', async () => {
    const mark = join(directory, 'mark');
    const waits = `const look = () => fs.existsSync(${JSON.stringify(mark)}) || setImmediate(look); look();`;
    const marks = `fs.writeFileSync(${JSON.stringify(mark)}, '');`;
    const levels = [
      level('first', { code: waits }),
      level('package', { code: marks }),
      level('last', { after: ['package'] }),
    ];
    const passed = { passed: 1, failed: 0, skipped: 0, missingTools: [] };
    assert.deepEqual(await run(levels, 2), [
      { name: 'first', ...passed },
      { name: 'package', ...passed },
      { name: 'last', ...passed },
    ]);
    assert.ok(existsSync(mark));
    for (const block of ['first undefined', 'package undefined', 'last 1']) {
      assert.ok(written.includes(`\n=== ${block.split(' ')[0]}\n${block}\n`), written);
    }
  });

  it('measures the CPU of a level with that of the processes it waits for', async () => {
    const busy = "'while (process.cpuUsage().user < 300_000);'";
    const code = `require('node:child_process').execFileSync(process.execPath, ['-e', ${busy}]);`;
    const output = new LevelOutput(() => undefined);
    const provideTools = () => Promise.resolve([]);
    const levels = [level('costly', { code }), level('failing', { code: 'process.exit(3)' })];
    const [costly, failing] = await new LevelRun(levels, {
      provideTools,
      atOnce: 1,
      output,
    }).run();
    assert.ok((costly?.result.cpuMs ?? NaN) >= 300);
    assert.ok((failing?.result.cpuMs ?? NaN) < 300);
    assert.equal(failing?.result.totals.failed, 1);
  });

  it('continues after a level that fails or lacks a tool', async () => {
    const levels = [
      tools,
      level('package', { code: 'process.exit(3)' }),
      level('no fish', { needs: ['fish'], after: ['tools'] }),
      level('last', { after: ['package', 'no fish'] }),
    ];
    assert.deepEqual(await run(levels, 1), [
      { name: 'tools', passed: 0, failed: 0, skipped: 0, missingTools: [] },
      { name: 'package', passed: 0, failed: 1, skipped: 0, missingTools: [] },
      { name: 'no fish', passed: 0, failed: 0, skipped: 0, missingTools: ['fish'] },
      { name: 'last', passed: 1, failed: 0, skipped: 0, missingTools: [] },
    ]);
    assert.match(written, /=== last\nlast undefined\n/);
  });
});
