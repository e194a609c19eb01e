import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOutsideReference } from '../../../../src/operations/access/referencedFiles';
import { findFileReferences } from '../../../../src/providers/launch/fileReferences';

describe('T4: a prompt of an agent with a reference to a file', () => {
  let home = '';
  let folder = '';

  before(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'agent-terminals-references-')));
    folder = join(home, "it's a folder");
    mkdirSync(join(folder, 'src'), { recursive: true });
    writeFileSync(join(folder, 'src', 'a b.ts'), '');
    writeFileSync(join(home, 'secret.txt'), '');
    writeFileSync(join(home, 'secret one.png'), '');
    writeFileSync(join(folder, 'inside.png'), '');
    symlinkSync(home, join(folder, 'out'));
    symlinkSync(join(home, 'secret.txt'), join(folder, 'src', 'link'));
    symlinkSync(join(home, 'later'), join(folder, 'dangling'));
    symlinkSync('src', join(folder, 'in'));
  });

  after(() => rmSync(home, { recursive: true }));

  async function findOutside(prompt: string, marks: readonly string[] = ['@']) {
    const references = findFileReferences(prompt, marks) ?? assert.fail('too many');
    return findOutsideReference(references, { cwd: folder, folders: [] });
  }

  for (const reference of [
    '@HOME/secret.txt',
    '@"HOME/secret one.png"',
    "@'HOME/secret one.png'",
    '@`HOME/secret one.png`',
    '@HOME/secret\\ one.png',
    '@\\/etc/passwd',
    '@<HOME/secret.txt>',
    '@"HOME/secret.txt',
    '@file:HOME/secret.txt',
    '@file://HOME/secret.txt',
    '@~/secret.txt',
    '@~',
    '@~root/secret.txt',
    '@"~/secret one.png"',
    '@../secret.txt',
    '@src/../../secret.txt',
    '@src\\/..\\/..\\/secret.txt',
    '@.\\./secret.txt',
    '@out/secret.txt',
    '@src/link',
    '@src/link#L1-3',
    '@src/link:3',
    '@src/link.',
    '@src/link, then stop',
    '@in/link',
    '@dangling',
    'me@HOME/secret.txt',
    '@src/a@HOME @out',
    '@src/\u00a0/../../secret.txt',
  ]) {
    for (const prompt of [
      reference,
      `What is in ${reference}`,
      `First\n(${reference}) and so on`,
    ]) {
      it(`is found if it leads out: ${JSON.stringify(prompt)}`, async () => {
        const named = prompt.replaceAll('HOME', home);
        assert.notEqual(await findOutside(named), undefined);
      });
    }
  }

  for (const prompt of [
    'HOME/secret.txt',
    '"HOME/secret one.png"',
    'HOME/secret\\ one.png',
    'out/secret.txt',
    'Describe HOME/secret one.png',
    "Describe this:\n'HOME/secret one.png'",
  ]) {
    it(`is found as a path that a CLI takes for a dropped file: ${JSON.stringify(prompt)}`, async () => {
      const named = prompt.replaceAll('HOME', home);
      assert.notEqual(await findOutside(named, []), undefined);
    });
  }

  for (const prompt of [
    'Look at @src/a, @src/a\\ b.ts and @"src/a b.ts": what is @in/x?',
    '@"FOLDER/src/x.ts" and @"FOLDER/src/a b.ts"',
    'Mail me@example.org about @types/node, @Override and HEAD@{1} ... @ 3 pm',
    'Compare HOME/secret.txt with src/x, see /etc/hosts and ../README',
    'Describe FOLDER/inside.png and HOME/none.png',
    '@./src/a@2x.png, @..hidden',
    'exists',
  ]) {
    it(`is accepted in the folder: ${JSON.stringify(prompt)}`, async () => {
      const named = prompt.replaceAll('FOLDER', folder).replaceAll('HOME', home);
      assert.equal(await findOutside(named), undefined);
    });
  }

  it('is text for a CLI without a mark', async () => {
    assert.equal(await findOutside(`What is in @${home}/secret.txt?`, []), undefined);
  });

  it('is refused unread if there are too many', () => {
    assert.equal(findFileReferences('@a#'.repeat(100_000) + '@/etc', ['@']), undefined);
    assert.equal(findFileReferences(`@${'#'.repeat(1_000_000)}`, ['@']), undefined);
  });
});
