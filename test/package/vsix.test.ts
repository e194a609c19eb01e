import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { VSIX_DIRECTORY } from '../../scripts/lib/paths.mjs';
import { readPackageJson } from '../../scripts/lib/readPackageJson.mjs';
import { sbomPath } from '../../scripts/lib/bundles/packageExtension.mjs';
import { TARGETS, UNIVERSAL, vsixName, type Target } from '../../scripts/lib/bundles/targets.mjs';
import { readRelativeLinks } from '../support/markdownLinks';
import { readVsixEntries, readVsixText } from '../support/vsixEntries';

const ALWAYS = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/LICENSE.txt',
  'extension/api.d.ts',
  'extension/changelog.md',
  'extension/dist/cli.js',
  'extension/dist/THIRD-PARTY-NOTICES.txt',
  'extension/dist/client/LICENSE',
  'extension/dist/client/README.md',
  'extension/dist/client/THIRD-PARTY-NOTICES.txt',
  'extension/dist/client/index.cjs',
  'extension/dist/client/index.mjs',
  'extension/dist/client/package.json',
  'extension/dist/entry.js',
  'extension/dist/extension.js',
  'extension/dist/headless.cjs',
  'extension/dist/hookHelper.cjs',
  'extension/dist/host.js',
  'extension/dist/mcpLibrary.js',
  'extension/dist/screenWorker.js',
  'extension/dist/xterm.js',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `extension/docs/${name}`),
  'extension/package.json',
  'extension/package.nls.json',
  'extension/readme.md',
  'extension/SECURITY.md',
];

const NODE_PTY = [
  'LICENSE',
  'lib/conpty_console_list_agent.js',
  'lib/eventEmitter2.js',
  'lib/index.js',
  'lib/interfaces.js',
  'lib/shared/conout.js',
  'lib/terminal.js',
  'lib/types.js',
  'lib/unixTerminal.js',
  'lib/utils.js',
  'lib/windowsConoutConnection.js',
  'lib/windowsPtyAgent.js',
  'lib/windowsTerminal.js',
  'lib/worker/conoutSocketWorker.js',
  'package.json',
];

const NATIVES = {
  linux: ['pty.node'],
  darwin: ['pty.node', 'spawn-helper'],
  win32: ['conpty.node', 'conpty/OpenConsole.exe', 'conpty/conpty.dll', 'conpty_console_list.node'],
} as const;

/** The parts of a CycloneDX document that are read here. */
interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly version: string } };
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

/**
 * The core and the library for MCP are in it twice: for a window, and in the program that runs without
 * one. xterm.js is in it four times, also in the session host and in the worker, which are one file each.
 * The pictures of the pages are 300 kB.
 */
const UNIVERSAL_LIMIT = 1_900_000;
const PLATFORM_LIMIT = 4_000_000;

describe('the .vsix packages', () => {
  let version: string;

  before(async () => {
    ({ version } = await readPackageJson());
  });

  it('exist for each target, and as a universal one, each with a bill of materials', async () => {
    const packages = [UNIVERSAL, ...TARGETS].map((target) => vsixName(target, version));
    const expected = packages.flatMap((name) => [name, sbomPath(name)]);
    const found = (await readdir(VSIX_DIRECTORY)).filter((name) => name.includes(`-${version}.`));
    assert.deepEqual(found.sort(), expected.sort());
  });

  for (const target of [UNIVERSAL, ...TARGETS] as const) {
    describe(target, () => {
      const file = () => join(VSIX_DIRECTORY, vsixName(target, version));

      it('contains the files that it needs, and no others', async () => {
        const names = (await readVsixEntries(file())).map((entry) => entry.name);
        const media = names.filter((name) => /^extension\/media\/[\w-]+\.(svg|png)$/.test(name));
        const types = names.filter((name) =>
          /^extension\/dist\/client\/types\/(base|client|endpoint)\/(\w+\/)?\w+\.d\.ts$/.test(name),
        );
        const expected = [...ALWAYS, ...media, ...types, ...nativeEntries(target)];
        assert.deepEqual(names, expected.sort());
        assert.ok(types.includes('extension/dist/client/types/client/index.d.ts'));
      });

      it('contains the licence of each package that it contains code of, also in its bill of materials', async () => {
        const notices = await readVsixText(file(), 'extension/dist/THIRD-PARTY-NOTICES.txt');
        const client = await readVsixText(file(), 'extension/dist/client/THIRD-PARTY-NOTICES.txt');
        assert.match(notices, /^zod \d.* \(MIT\)$[^]*Permission is hereby granted/m);
        assert.match(notices, /^@xterm\/headless .* \(MIT\)$[^]*Christopher Jeffrey/m);
        assert.match(client, /^ws .* \(MIT\)$/m);
        assert.doesNotMatch(client, /^zod /m);
        const sbom = JSON.parse(readFileSync(sbomPath(file()), 'utf8')) as Sbom;
        assert.deepEqual([sbom.bomFormat, sbom.specVersion], ['CycloneDX', '1.6']);
        assert.equal(sbom.metadata.component.version, version);
        const listed = sbom.components.map(({ name, version }) => `${name} ${version}`);
        const noted = [...notices.matchAll(/^(\S+ \d\S+) \(\S+\)$/gm)].map(([, one]) => one);
        const vendored = target === UNIVERSAL ? [] : listed.filter((one) => /^node-pty /.test(one));
        assert.equal(vendored.length, target === UNIVERSAL ? 0 : 1);
        assert.deepEqual([...listed].sort(), [...noted, ...vendored].sort());
        assert.ok(listed.length > 15);
      });

      it('contains the files to which its pages link', async () => {
        const names = (await readVsixEntries(file())).map((entry) => entry.name);
        const pages = names.filter((name) => /^extension\/(?:readme|docs\/[\w-]+)\.md$/.test(name));
        const broken = pages.flatMap((page) =>
          readRelativeLinks(readSource(page))
            .map(({ path }) => (path === '' ? page : posix.join(posix.dirname(page), path)))
            .filter((target) => !names.includes(target)),
        );
        assert.ok(pages.length > 1);
        assert.deepEqual(broken, []);
      });

      it('is smaller than its limit', async () => {
        const limit = target === UNIVERSAL ? UNIVERSAL_LIMIT : PLATFORM_LIMIT;
        const { size } = await stat(file());
        assert.ok(size < limit, `${size} bytes, the limit is ${limit}`);
      });

      it('keeps the spawn helper executable', async () => {
        const helpers = (await readVsixEntries(file())).filter((e) => e.name.endsWith('-helper'));
        const modes = target.startsWith('darwin') ? [0o755] : [];
        assert.deepEqual(
          helpers.map((helper) => helper.mode),
          modes,
        );
      });
    });
  }
});

/** The text of the file in the repository from which a page of the package is copied. */
function readSource(name: string): string {
  const path = name.replace('extension/', '').replace('readme.md', 'README.md');
  return readFileSync(path, 'utf8');
}

function nativeEntries(target: Target): readonly string[] {
  if (target === UNIVERSAL) {
    return [];
  }
  const platform = target.slice(0, target.indexOf('-')) as keyof typeof NATIVES;
  const natives = NATIVES[platform].map((name) => `prebuilds/${target}/${name}`);
  return [...NODE_PTY, ...natives].map((name) => `extension/vendor/node-pty/${name}`);
}
