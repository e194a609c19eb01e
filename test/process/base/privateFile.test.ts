import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ForeignDirectoryError,
  makePrivateDirectory,
  makePrivateDirectorySync,
  putPrivateFile,
} from '../../../src/base/privateFile';
import { itAsRoot } from '../../support/security/itAsRoot';

const NOBODY = 65534;
const TEXT = 'a token\n';

describe('private files', () => {
  let top: string;
  const directory = (): string => join(top, 'own', 'files');
  const file = (): string => join(directory(), 'token');
  const modeOf = (path: string): number => statSync(path).mode & 0o777;

  beforeEach(() => (top = mkdtempSync(join(tmpdir(), 'agent-terminals-private-'))));

  afterEach(() => rmSync(top, { recursive: true }));

  it('are created in a directory that only the person can access', async () => {
    await putPrivateFile(file(), TEXT);
    assert.equal(readFileSync(file(), 'utf8'), TEXT);
    assert.equal(modeOf(file()) & 0o077, 0);
    assert.equal(modeOf(directory()), 0o700);
  });

  for (const [name, make] of [
    ['makePrivateDirectory', makePrivateDirectory],
    // oxlint-disable-next-line typescript/require-await
    ['makePrivateDirectorySync', async (path: string) => makePrivateDirectorySync(path)],
    ['putPrivateFile', (path: string) => putPrivateFile(join(path, 'token'), TEXT)],
  ] as const) {
    describe(`by ${name}`, () => {
      it('close an existing directory to other users', async () => {
        mkdirSync(directory(), { recursive: true });
        chmodSync(directory(), 0o777);
        await make(directory());
        assert.equal(modeOf(directory()), 0o700);
      });

      it('are refused where a link is in the place of the directory', async () => {
        const elsewhere = join(top, 'elsewhere');
        mkdirSync(elsewhere, { mode: 0o755 });
        mkdirSync(join(top, 'own'));
        symlinkSync(elsewhere, directory());
        await assert.rejects(make(directory()), ForeignDirectoryError);
        assert.deepEqual(readdirSync(elsewhere), []);
        assert.equal(modeOf(elsewhere), 0o755);
      });

      itAsRoot('are refused where the directory belongs to another user', async () => {
        mkdirSync(directory(), { recursive: true, mode: 0o755 });
        chownSync(directory(), NOBODY, NOBODY);
        await assert.rejects(make(directory()), ForeignDirectoryError);
        assert.deepEqual(readdirSync(directory()), []);
        assert.equal(modeOf(directory()), 0o755);
      });
    });
  }

  it('are refused in a link also if the file there has the same text', async () => {
    const elsewhere = join(top, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(join(top, 'own'));
    writeFileSync(join(elsewhere, 'token'), TEXT);
    symlinkSync(elsewhere, directory());
    await assert.rejects(putPrivateFile(file(), TEXT), ForeignDirectoryError);
  });

  it('are not written again with the same text', async () => {
    await putPrivateFile(file(), TEXT);
    const { ino } = statSync(file());
    await putPrivateFile(file(), TEXT);
    assert.equal(statSync(file()).ino, ino);
    await putPrivateFile(file(), 'another\n');
    assert.equal(readFileSync(file(), 'utf8'), 'another\n');
  });

  it('are refused where a file is in the place of the directory, which is kept', async () => {
    mkdirSync(join(top, 'own'));
    writeFileSync(directory(), TEXT);
    await assert.rejects(makePrivateDirectory(directory()), { code: 'EEXIST' });
    assert.ok(existsSync(directory()));
  });
});
