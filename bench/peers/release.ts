import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostTarget, vsixName } from '../../scripts/lib/bundles/targets.mjs';
import { installOnce } from '../../scripts/lib/installOnce.mjs';
import { cacheDirectory, ROOT } from '../../scripts/lib/paths.mjs';
import { runProgram } from '../../scripts/lib/runProgram.mjs';
import { checkOutVersion } from '../against/versionCheckout';

/** The version beside which the first command is measured, and its last commit. */
const VERSION = '0.2.0';
const COMMIT = 'fc6db5dd';
const FILE = 'release.vsix';

/** Packages an earlier version from its commit, once on each machine. Returns the path of the package. */
export async function packageRelease(): Promise<string> {
  const directory = join(cacheDirectory(), `agent-terminals-${VERSION}`);
  await installOnce(directory, `Packaging version ${VERSION}`, packageInto);
  return join(directory, FILE);
}

async function packageInto(directory: string): Promise<void> {
  const target = hostTarget();
  const checkout = await checkOutVersion(ROOT, COMMIT);
  try {
    const args = ['run', 'package', '--', '--target', target];
    await runProgram('npm', args, { cwd: checkout.directory });
    const built = join(checkout.directory, 'dist-vsix', vsixName(target, VERSION));
    await copyFile(built, join(directory, FILE));
  } finally {
    await checkout.remove();
  }
}
