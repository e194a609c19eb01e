import { join } from 'node:path';
import { buildOnce } from '../buildOnce';
import { HEADLESS } from '../../../scripts/lib/bundles/headlessBundle.mjs';
import { HOOK_HELPER } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { homeProgramsIn } from '../../../scripts/lib/bundles/clientBundles.mjs';
import { FolderSnapshots } from '../../../src/config/folderSnapshots';
import { SETTING_KEYS } from '../../../src/config/contributions';
import type { RawSettings } from '../../../src/config/parseSettings';
import type { useCore } from '../agents/useCore';
import { useSessionHost } from '../host/useSessionHost';

/**
 * A core with persistence `host`, whose extension has all programs that run without a window, built
 * once for a suite; and the snapshots that its window stores.
 */
export function useHeadlessExtension(fixture: ReturnType<typeof useCore>): HeadlessExtension {
  const host = useSessionHost();
  const extension = new HeadlessExtension(fixture);
  before(async () => {
    const dist = join(host.extensionPath, 'dist');
    await buildOnce({ ...HEADLESS, outfile: join(dist, 'headless.cjs') });
    await buildOnce({ ...HOOK_HELPER, outfile: join(dist, 'hookHelper.cjs') });
    for (const options of homeProgramsIn(dist)) {
      await buildOnce(options);
    }
    fixture.extensionPath = host.extensionPath;
  });
  return extension;
}

class HeadlessExtension {
  constructor(private readonly fixture: ReturnType<typeof useCore>) {}

  /** The extension's directory in the home of the test's person. */
  get home(): string {
    return join(this.fixture.home, '.agent-terminals');
  }

  /** Stores the fixture's folder as a window does, with these settings beside its own. */
  async store(settings: Partial<RawSettings> = {}, isAllowed = true): Promise<void> {
    const { extensionPath, home } = this.fixture;
    const snapshots = new FolderSnapshots({
      facts: {
        appRoot: '',
        appVersion: '1.103.0',
        extensionPath,
        program: join(extensionPath, 'dist', 'headless.cjs'),
        storagePath: join(home, 'storage'),
        version: '0.1.0',
      },
      handleError: (error) => {
        throw error;
      },
      home: this.home,
    });
    const none = Object.fromEntries(SETTING_KEYS.map((key) => [key, undefined])) as RawSettings;
    const providers = this.fixture.rawProviders();
    const values = { ...none, persistence: 'host', providers, ...settings };
    await snapshots.update([{ folder: this.fixture.folderRef(), settings: values, isAllowed }]);
  }
}
