import assert from 'node:assert/strict';
import type { ProviderStatus } from '../../../../src/providers/model/providerStatus';
import { InstalledAgents } from '../../../../src/views/workspace/installedAgents';
import { folderRef } from '../../../support/views/treeSources';

describe('InstalledAgents', () => {
  const ADA: ProviderStatus = {
    providerId: 'ada',
    name: 'Ada',
    path: '/bin/ada',
    version: undefined,
    installCommand: undefined,
    verified: true,
    lookedIn: [],
    problem: undefined,
  };
  const APP = folderRef('app');
  const LIB = folderRef('lib');

  function subject(installedIn: readonly string[], isTrusted = true) {
    const checked: (string | undefined)[] = [];
    const keys: boolean[] = [];
    const installed = new InstalledAgents({
      providerChecks: {
        checkAll: (folder) => {
          checked.push(folder?.name);
          const path = installedIn.includes(folder?.name ?? '') ? ADA.path : undefined;
          return Promise.resolve([{ ...ADA, path }]);
        },
      },
      workspace: () => ({ folders: [APP, LIB], virtualSchemes: [], isTrusted }),
      setContextKey: (_key, value) => keys.push(value),
    });
    return { installed, checked, keys };
  }

  it('checks the folder that is passed', async () => {
    const { installed, checked } = subject(['lib']);
    const [status] = await installed.check(LIB, 'cached');
    assert.deepEqual([checked, status?.path], [['lib'], '/bin/ada']);
  });

  it('reports that no agent is installed only if no folder has one', async () => {
    for (const [installedIn, isNone] of [
      [['lib'], false],
      [[], true],
    ] as const) {
      const { installed, checked, keys } = subject(installedIn);
      await installed.checkIfUsable();
      assert.deepEqual([checked, keys.at(-1)], [['app', 'lib'], isNone]);
    }
  });

  it('checks no folder of an untrusted workspace', async () => {
    const { installed, checked } = subject(['lib'], false);
    await installed.checkIfUsable();
    assert.deepEqual(checked, []);
  });
});
