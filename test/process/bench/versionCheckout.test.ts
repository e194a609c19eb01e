import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { measureVersion } from '../../../bench/against/measureVersion';
import { checkOutVersion } from '../../../bench/against/versionCheckout';
import { useGitPlayground } from '../../support/agents/gitPlayground';

/** A package without dependencies, whose installation writes a file. */
const PACKAGE = JSON.stringify({
  ...{ name: 'measured', version: '1.0.0', private: true },
  scripts: { install: "node -e \"fs.writeFileSync('installed', '')\"", bench: 'node bench.cjs' },
});
const LOCK = JSON.stringify({
  ...{ name: 'measured', version: '1.0.0', lockfileVersion: 3, requires: true },
  packages: { '': { name: 'measured', version: '1.0.0', hasInstallScript: true } },
});

/** Adds each row that it is called for to the stored results, with its option and its number of calls. */
const BENCH = `const fs = require('node:fs');
const [id, option] = process.argv.slice(2);
if (id === 'F0') throw new Error('no F0');
const path = 'bench/results.json';
const rows = fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, 'utf8')) : {};
rows[id] = { date: '', machine: '', parts: { [option]: { ours: Object.keys(rows).length } } };
fs.mkdirSync('bench', { recursive: true });
fs.writeFileSync(path, JSON.stringify(rows));
`;

describe('checkOutVersion', () => {
  const playground = useGitPlayground();

  /** A repository with two versions of a file; the first one is tagged. */
  const makeRepository = (): string => {
    const files = { 'package.json': PACKAGE, 'package-lock.json': LOCK, 'bench.cjs': BENCH };
    const repository = playground.repository('repo', { ...files, version: 'first' });
    playground.run(repository, 'tag', 'v1');
    playground.commit(repository, { version: 'second' });
    return repository;
  };

  const worktreesOf = (repository: string): readonly string[] =>
    playground.run(repository, 'worktree', 'list', '--porcelain').match(/^worktree .*/gm) ?? [];

  it('checks out a version with its dependencies, beside the working directory', async () => {
    const repository = makeRepository();
    const { directory, commit, remove } = await checkOutVersion(repository, 'v1');
    assert.equal(readFileSync(join(directory, 'version'), 'utf8'), 'first');
    assert.ok(existsSync(join(directory, 'installed')));
    assert.equal(commit, playground.run(repository, 'rev-parse', '--short', 'v1'));
    assert.equal(readFileSync(join(repository, 'version'), 'utf8'), 'second');
    await remove();
  });

  it('checks out the commit of HEAD, without the changes that are not committed', async () => {
    const repository = makeRepository();
    playground.write(join(repository, 'version'), 'third');
    const { directory, remove } = await checkOutVersion(repository, 'HEAD');
    assert.equal(readFileSync(join(directory, 'version'), 'utf8'), 'second');
    await remove();
  });

  it('removes the checkout and its directory', async () => {
    const repository = makeRepository();
    const { directory, remove } = await checkOutVersion(repository, 'v1');
    assert.equal(worktreesOf(repository).length, 2);
    await remove();
    assert.ok(!existsSync(dirname(directory)));
    assert.deepEqual(worktreesOf(repository), [`worktree ${repository}`]);
  });

  it('leaves no checkout if the dependencies cannot be installed', async () => {
    const repository = makeRepository();
    playground.commit(repository, { 'package-lock.json': 'none' });
    await assert.rejects(checkOutVersion(repository, 'HEAD'), /npm ci .* failed/);
    assert.deepEqual(worktreesOf(repository), [`worktree ${repository}`]);
  });

  it('refuses a version that does not exist, in one sentence', async () => {
    await assert.rejects(
      checkOutVersion(makeRepository(), 'v2'),
      ({ message }: Error) => message === 'There is no commit, branch or tag "v2".',
    );
  });

  it('is measured row by row, by the command of its own, without one that it does not have', async () => {
    const { directory, remove } = await checkOutVersion(makeRepository(), 'v1');
    const lines: string[] = [];
    const report = (line: string): void => void lines.push(line);
    const result = (ours: number) => ({ date: '', machine: '', parts: { '--write': { ours } } });
    assert.deepEqual(await measureVersion(directory, ['F3', 'F0', 'F1'], report), {
      F3: result(0),
      F1: result(1),
    });
    assert.equal(lines.length, 1);
    assert.match(lines.join(), /^F0 is not measured: [^]*no F0/);
    await remove();
  });
});
