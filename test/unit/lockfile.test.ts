import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { subset } from 'semver';
import { z } from 'zod';
import { MANIFEST } from '../support/manifest';

const LOCKFILE = z
  .object({
    packages: z.record(
      z.string(),
      z.looseObject({
        engines: z.record(z.string(), z.string()).or(z.array(z.string())).optional(),
        deprecated: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

describe('package-lock.json', () => {
  const supported = z.string().parse(MANIFEST.engines['node']);

  it('installs no package that refuses a version of Node that package.json accepts', () => {
    const refusing = Object.entries(LOCKFILE.packages).flatMap(([path, { engines }]) => {
      const range = engines && !Array.isArray(engines) ? engines['node'] : undefined;
      return range === undefined || subset(supported, range) ? [] : [`${path} needs ${range}`];
    });
    assert.deepEqual(refusing, []);
  });

  it('installs no deprecated package, of which npm ci warns', () => {
    const deprecated = Object.entries(LOCKFILE.packages).flatMap(([path, { deprecated: why }]) =>
      why === undefined ? [] : [`${path}: ${why}`],
    );
    assert.deepEqual(deprecated, []);
  });

  it('has a decision in package.json on each package with an install script, or npm warns of it', () => {
    const { allowScripts } = z
      .object({ allowScripts: z.record(z.string(), z.boolean()) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    const names = Object.entries(LOCKFILE.packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript === true ? [path.replace(/^.*node_modules\//, '')] : [],
    );
    assert.deepEqual(Object.keys(allowScripts).sort(), [...new Set(names)].sort());
  });

  it('accepts the versions of Node that the pages name, and no other', () => {
    assert.equal(supported, '^20.19.0 || ^22.13.0 || >=24');
    for (const page of ['README.md', 'CONTRIBUTING.md']) {
      assert.match(readFileSync(page, 'utf8'), /Node \(20\.19\+, 22\.13\+ or 24\+\)/, page);
    }
  });
});
