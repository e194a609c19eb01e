import assert from 'node:assert/strict';
import {
  chooseSnapshot,
  chooseWindow,
  chooseWindowOfPid,
} from '../../../../src/client/connect/chooseWindow';
import { ClientError } from '../../../../src/client/clientError';
import type { WindowEntry } from '../../../../src/endpoint/windowEntry';

function windowOf(pid: number, ...folders: readonly string[]): WindowEntry {
  const address = { hostname: 'here', socket: '/s', token: 't' };
  const window = { pid, startTime: '1', ...address, version: '1' };
  return { ...window, folders: folders.map((path) => ({ path, token: 't' })) };
}

const A = windowOf(1, '/home/ada/a', '/home/ada/other');
const INNER = windowOf(2, '/home/ada/a/inner');
const A_TOO = windowOf(3, '/home/ada/a');
const EMPTY = windowOf(4);

describe('the window of a directory', () => {
  const cases: readonly (readonly [string, readonly WindowEntry[], string, number | string])[] = [
    ['has it as a folder', [A, INNER], '/home/ada/a', 1],
    ['has a folder that contains it', [A, INNER], '/home/ada/a/src/deep', 1],
    ['contains it in any of its folders', [A], '/home/ada/other/x', 1],
    ['is the one with the innermost folder', [A, INNER], '/home/ada/a/inner/src', 2],
    ['is not one whose folder name is only a prefix', [A], '/home/ada/ab', 'NO_WINDOW'],
    ['is not one with a folder inside it', [A], '/home/ada', 'NO_WINDOW'],
    ['is not one without folders', [EMPTY], '/home/ada/a', 'NO_WINDOW'],
    ['does not exist if there is no window', [], '/home/ada/a', 'NO_WINDOW'],
    ['is ambiguous if two have the folder', [A, A_TOO], '/home/ada/a/src', 'SEVERAL_WINDOWS'],
    [
      'may contain a name that begins with two dots',
      [windowOf(5, '/home/ada')],
      '/home/ada/..a',
      5,
    ],
  ];
  for (const [name, windows, path, expected] of cases) {
    it(name, () => {
      assert.equal(
        choose(() => chooseWindow(windows, path)),
        expected,
      );
    });
  }

  it('is listed in errors, with the option that selects it', () => {
    assert.throws(
      () => chooseWindow([A, A_TOO], '/home/ada/a'),
      /1 \(.*\/home\/ada\/other\), 3 .*--window 1/,
    );
    assert.throws(
      () => chooseWindow([A], '/nowhere'),
      /\/nowhere.*\/home\/ada\/a, \/home\/ada\/other/,
    );
  });

  it('is found by its process id', () => {
    assert.equal(chooseWindowOfPid([A, INNER], 2), INNER);
    assert.equal(
      choose(() => chooseWindowOfPid([A], 9)),
      'NO_WINDOW',
    );
  });
});

function choose(call: () => WindowEntry): number | string {
  try {
    return call().pid;
  } catch (error) {
    return error instanceof ClientError ? error.code : String(error);
  }
}

describe('the snapshot of a directory', () => {
  const stored = (path: string) => ({
    ...{ file: `${path}.json`, path, uri: `file://${path}`, program: '/headless.cjs' },
  });
  const snapshots = [stored('/home/ada/a'), stored('/home/ada/a/inner'), stored('/home/ada')];
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ['is of that folder', '/home/ada/a', '/home/ada/a'],
    ['is of the innermost folder that contains it', '/home/ada/a/inner/src', '/home/ada/a/inner'],
    ['is not of a folder whose name is only a prefix', '/home/ada/ab', '/home/ada'],
    ['does not exist where no folder contains it', '/home/bob', undefined],
  ];
  for (const [name, path, expected] of cases) {
    it(name, () => assert.equal(chooseSnapshot(snapshots, path)?.path, expected));
  }
});
