import assert from 'node:assert/strict';
import { installTools } from '../../../scripts/lib/installTools.mjs';

const TOOLS = [
  { packages: ['headless browser', 'fonts'], otherPackages: ['browser', 'fonts'] },
  { packages: ['shell'] },
  { packages: ['server'] },
];

describe('installTools', () => {
  /** Installs with an apt that lacks some packages; returns what it did, and the errors. */
  async function installWithout(...lacking: readonly string[]) {
    const installed: string[] = [];
    const tried: string[] = [];
    const errors = await installTools(TOOLS, (packages) => {
      tried.push(...packages);
      const missing = packages.find((name) => lacking.includes(name));
      if (missing !== undefined) {
        return Promise.reject(new Error(`Unable to locate package ${missing}`));
      }
      installed.push(...packages);
      return Promise.resolve();
    });
    return { installed, tried, errors: errors.map(String) };
  }

  it('installs the packages of each tool, and no others of a tool that it has installed', async () => {
    const all = ['headless browser', 'fonts', 'shell', 'server'];
    assert.deepEqual(await installWithout(), { installed: all, tried: all, errors: [] });
  });

  it('installs the other packages of a tool whose first ones are not available', async () => {
    const { installed, errors } = await installWithout('headless browser');
    assert.deepEqual(installed, ['browser', 'fonts', 'shell', 'server']);
    assert.deepEqual(errors, []);
  });

  it('installs the tools after one that is not available, and returns its last error', async () => {
    const { installed, errors } = await installWithout('headless browser', 'browser', 'shell');
    assert.deepEqual(installed, ['server']);
    assert.deepEqual(errors, [
      'Error: Unable to locate package browser',
      'Error: Unable to locate package shell',
    ]);
  });
});
