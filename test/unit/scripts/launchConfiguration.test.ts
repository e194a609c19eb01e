import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { planTestFile } from '../../../scripts/lib/levels/testFile.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';

const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

const { configurations } = z
  .object({
    configurations: z.array(z.looseObject({ name: z.string() })),
  })
  .parse(read('.vscode/launch.json'));

const CONFIGURATION = z.object({
  type: z.string(),
  program: z.string(),
  args: z.array(z.string()),
  cwd: z.string(),
});

/** Replaces variables as VS Code does while this file is open; others remain. */
function resolveVariables(text: string): string {
  return text.replaceAll('${workspaceFolder}', ROOT).replaceAll('${file}', __filename);
}

describe('the launch configuration of a test file', () => {
  const page = readFileSync(join(ROOT, 'test', 'README.md'), 'utf8');
  const named = /launch configuration "([^"]+)"/.exec(page)?.[1];
  const configuration = configurations.find(({ name }) => name === named);
  const { type, program, args, cwd } = CONFIGURATION.parse(configuration);

  it('runs the program of npm run test:file with the open file, in the folder of the repository', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(read('package.json'));
    assert.equal(`${type} ${program}`.replace('${workspaceFolder}/', ''), scripts['test:file']);
    assert.ok(existsSync(resolveVariables(program)));
    assert.deepEqual([args.map(resolveVariables), resolveVariables(cwd)], [[__filename], ROOT]);
    assert.equal(planTestFile(__filename, [], existsSync).kind, 'run');
  });
});
