import assert from 'node:assert/strict';
import { parseStartOptions } from '../../../scripts/lib/startOptions.mjs';

const start = (folder?: string, port?: number) => ({ kind: 'start', folder, port });

describe('parseStartOptions', () => {
  const CASES: readonly (readonly [readonly string[], unknown])[] = [
    [[], start()],
    [['--folder', 'a b'], start('a b')],
    [['--port', '8080', '--folder=x'], start('x', 8080)],
    [['-h'], { kind: 'help' }],
  ];
  for (const [args, expected] of CASES) {
    it(`takes ${JSON.stringify(args)}`, () => {
      assert.deepEqual(parseStartOptions(args), expected);
    });
  }

  const WRONG = [
    [['--port', 'abc'], /--port is a number from 1 to 65535, not "abc"/],
    [['--port', '0'], /not "0"/],
    [['--port', '65536'], /not "65536"/],
    [['--port', '1.5'], /not "1.5"/],
    [['--port'], /--port/],
    [['--folder='], /--folder needs the path/],
    [['--colour'], /--colour/],
    [['stray'], /stray/],
  ] as const;
  for (const [args, problem] of WRONG) {
    it(`refuses ${JSON.stringify(args)}`, () => {
      const options = parseStartOptions(args);
      assert.ok(options.kind === 'wrong');
      assert.match(options.problem, problem);
    });
  }
});
