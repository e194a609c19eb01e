import assert from 'node:assert/strict';
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
import { join } from 'node:path';
import { IdeLink } from '../../../../src/agents/ide/ideLink';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type { KnownIdeLink } from '../../../../src/providers/model/ideLinkSupport';
import {
  COMPANION_KINDS,
  listenElsewhere,
  listenHere,
  writeCompanion,
  type CompanionKind,
  type Listener,
} from '../../../support/agents/companions';

/** No process has this id: Linux and macOS give out smaller ones. */
const NO_PROCESS = 2 ** 31 - 1;

describe('IdeLink', () => {
  let home = '';
  let folder = '';
  let here: Listener;
  let elsewhere: Listener;
  before(async () => (elsewhere = await listenElsewhere()));
  after(() => elsewhere.close());
  beforeEach(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'agent-terminals-ide-')));
    folder = join(home, 'app');
    mkdirSync(folder);
    here = await listenHere();
  });
  afterEach(async () => {
    await here.close();
    rmSync(home, { recursive: true });
  });

  const linkOf = (kind: CompanionKind): KnownIdeLink => {
    const link = BUILT_IN_PROVIDERS.find(({ id }) => id === kind)?.ideLink;
    assert.ok(link && link.kind !== 'none');
    return link;
  };

  const find = (kind: CompanionKind, cwd = folder) =>
    new IdeLink(home).variables(linkOf(kind), { cwd, env: { HOME: home, TMPDIR: home } });

  const portsOf = async (kind: CompanionKind, cwd = folder): Promise<readonly string[]> =>
    Object.values(await find(kind, cwd));

  it('has a companion in these tests for each provider with a link', () => {
    const linked = BUILT_IN_PROVIDERS.filter(({ ideLink }) => ideLink.kind !== 'none');
    assert.deepEqual(linked.map(({ id }) => id).sort(), [...COMPANION_KINDS].sort());
  });

  it('does not exist in a runtime without reports, where an agent starts without it', async () => {
    const [kind] = COMPANION_KINDS;
    assert.ok(kind);
    writeCompanion(kind, home, { ...here, folders: [folder] });
    const getReport = process.report.getReport.bind(process.report);
    process.report.getReport = () => {
      throw new Error('not built in');
    };
    try {
      assert.deepEqual(await portsOf(kind), []);
    } finally {
      process.report.getReport = getReport;
    }
    assert.equal((await portsOf(kind)).length, 1);
  });

  for (const kind of COMPANION_KINDS) {
    describe(`of ${kind}`, () => {
      it('is the port of the companion that listens in this process, and not its token', async () => {
        writeCompanion(kind, home, { ...here, folders: [folder] });
        const { variable } = linkOf(kind);
        assert.deepEqual(await find(kind), { [variable]: String(here.port) });
      });

      it('is not that of another window on the same folder, whichever file is first', async () => {
        writeCompanion(kind, home, { ...elsewhere, folders: [folder] });
        assert.deepEqual(await portsOf(kind), []);
        writeCompanion(kind, home, { ...here, folders: [folder] });
        assert.deepEqual(await portsOf(kind), [String(here.port)]);
      });

      it('is that of this window although both files name the same parent process', async () => {
        const { ppid: pid } = process;
        writeCompanion(kind, home, { port: elsewhere.port, pid, folders: [folder] });
        writeCompanion(kind, home, { port: here.port, pid, folders: [folder] });
        assert.deepEqual(await portsOf(kind), [String(here.port)]);
      });

      it('serves folders in any workspace folder, also through a link', async () => {
        const other = join(home, 'other');
        const deep = join(folder, 'a', 'b');
        mkdirSync(other);
        mkdirSync(deep, { recursive: true });
        const link = join(home, 'link');
        symlinkSync(folder, link);
        writeCompanion(kind, home, { ...here, folders: [other, link] });
        assert.deepEqual(await portsOf(kind, deep), [String(here.port)]);
      });

      it('serves no directory outside of the workspace folders', async () => {
        const beside = join(home, 'app-2');
        mkdirSync(beside);
        writeCompanion(kind, home, { ...here, folders: [folder] });
        assert.deepEqual(await portsOf(kind, beside), []);
        assert.deepEqual(await portsOf(kind, home), []);
      });

      it('is none for a file that a process left at a port which this one has now', async () => {
        writeCompanion(kind, home, { port: here.port, pid: NO_PROCESS, folders: [folder] });
        assert.deepEqual(await portsOf(kind), []);
      });

      it('is none for a companion that no longer listens', async () => {
        const gone = await listenHere();
        await gone.close();
        writeCompanion(kind, home, { ...gone, folders: [folder] });
        assert.deepEqual(await portsOf(kind), []);
      });

      it('is none for a damaged file, and for a window without a folder', async () => {
        const path = writeCompanion(kind, home, { ...here, folders: [] });
        assert.deepEqual(await portsOf(kind), []);
        for (const text of ['', '{', 'null', '[]', '{"workspaceFolders":5,"workspacePath":[1]}']) {
          writeFileSync(path, text);
          assert.deepEqual(await portsOf(kind), [], text);
        }
      });

      it('is none for a link in the place of the file', async () => {
        const path = writeCompanion(kind, home, { ...here, folders: [folder] });
        const target = join(home, 'elsewhere');
        renameSync(path, target);
        symlinkSync(target, path);
        assert.deepEqual(await portsOf(kind), []);
        renameSync(target, path);
        assert.deepEqual(await portsOf(kind), [String(here.port)]);
      });

      it('is none without a folder of such files', async () =>
        assert.deepEqual(await portsOf(kind), []));
    });
  }

  it('is searched in the folder that the variable of the CLI names', async () => {
    const moved = join(home, 'moved');
    writeCompanion('qwen', home, { ...here, folders: [folder] });
    const place = { cwd: folder, env: { HOME: home, QWEN_HOME: moved } };
    assert.deepEqual(await new IdeLink(home).variables(linkOf('qwen'), place), {});
    mkdirSync(join(moved, 'ide'), { recursive: true });
    const content = { ppid: here.pid, workspacePath: folder };
    writeFileSync(join(moved, 'ide', `${here.port}.lock`), JSON.stringify(content));
    const found = await new IdeLink(home).variables(linkOf('qwen'), place);
    assert.deepEqual(Object.values(found), [String(here.port)]);
  });
});
