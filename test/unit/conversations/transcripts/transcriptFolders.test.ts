import assert from 'node:assert/strict';
import {
  directoryFolderName,
  type ComputedNaming,
} from '../../../../src/conversations/transcripts/transcriptFolders';

const HASHED: ComputedNaming = { kind: 'dashes', longNames: 'hashed', windowsCase: 'kept' };
const WHOLE: ComputedNaming = { kind: 'dashes', longNames: 'whole', windowsCase: 'lower' };
const SEPARATORS: ComputedNaming = { kind: 'separators' };
const URI: ComputedNaming = { kind: 'uri' };

const repeated = (text: string, last: string): string => text.repeat(12) + last;
/** 202 units, 6 of them of the last name. */
const LONG = `/home/ada/${repeated('deep-', 'x')}/${repeated('down.', 'y')}/${repeated('long_', 'z')}/日本語 😀`;
const LONG_START = `-home-ada-${repeated('deep-', 'x')}-${repeated('down-', 'y')}-${repeated('long-', 'z')}-----`;

const CASES: readonly (readonly [ComputedNaming, string, string, NodeJS.Platform?])[] = [
  [HASHED, '/home/ada/my.app', '-home-ada-my-app'],
  [HASHED, '/home/ada/my_app', '-home-ada-my-app'],
  [HASHED, '/home/ada/my app', '-home-ada-my-app'],
  [HASHED, '/x/café', '-x-caf-'],
  [HASHED, '/x/日本語', '-x----'],
  [HASHED, '/x/😀', '-x---'],
  [HASHED, '/x/.hidden/y', '-x--hidden-y'],
  [HASHED, '/x/UPPER-lower', '-x-UPPER-lower'],
  [HASHED, '/', '-'],
  [HASHED, 'C:\\Users\\Ada\\app', 'C--Users-Ada-app', 'win32'],
  [HASHED, `/${'a'.repeat(199)}`, `-${'a'.repeat(199)}`],
  [HASHED, LONG, `${LONG_START}-e4d268`],
  [WHOLE, LONG, `${LONG_START}--`],
  [WHOLE, '/Home/my app.é', '-Home-my-app--'],
  [WHOLE, 'C:\\Users\\Ada', 'c--users-ada', 'win32'],
  [SEPARATORS, '/home/ada/Proj_2/my app.é', '--home-ada-Proj_2-my app.é--'],
  [SEPARATORS, 'C:\\Users\\Ada', '--C--Users-Ada--', 'win32'],
  [URI, '/home/ada/Proj_2/my app.é', '%2Fhome%2Fada%2FProj_2%2Fmy%20app.%C3%A9'],
];

describe('directoryFolderName', () => {
  for (const [naming, path, expected, platform = 'linux'] of CASES) {
    it(`names ${path.slice(0, 40)} by ${naming.kind} on ${platform}`, () => {
      assert.equal(directoryFolderName(naming, path, platform), expected);
    });
  }

  it('distinguishes long paths with the same start', () => {
    const [one, other] = ['x', 'y'].map((last) =>
      directoryFolderName(HASHED, `/${'a'.repeat(250)}${last}`, 'linux'),
    );
    assert.notEqual(one, other);
  });
});
