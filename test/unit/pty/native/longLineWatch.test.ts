import assert from 'node:assert/strict';
import { LongLineWatch } from '../../../../src/pty/native/longLineWatch';

const COOKED = 'speed 38400 baud; line = 0;\nisig icanon iexten echo\n';
const RAW = 'speed 38400 baud; line = 0;\n-isig -icanon -iexten -echo\n';

describe('LongLineWatch', () => {
  interface Terminal {
    readonly settings?: string;
    readonly platform?: NodeJS.Platform;
  }

  async function warningsFor(
    inputs: readonly string[],
    { settings = COOKED, platform = 'linux' }: Terminal = {},
  ) {
    const [warnings, looks]: [string[], string[]] = [[], []];
    const runTool = (_file: string, args: readonly string[]) => {
      looks.push(args.at(-1) ?? '');
      return settings === '' ? Promise.reject(new Error('gone')) : Promise.resolve(settings);
    };
    const logger = { warn: (message: string) => void warnings.push(message) };
    const watch = new LongLineWatch({ pid: 7, path: '/dev/pts/3' }, { runTool, logger }, platform);
    inputs.forEach((input) => watch.push(Buffer.from(input)));
    await new Promise((resolve) => setImmediate(resolve));
    return { warnings, looks };
  }

  for (const [what, inputs] of [
    ['lines that end before the limit', ['x'.repeat(4095) + '\n' + 'x'.repeat(4095)]],
    [
      'lines that end in a carriage return',
      Array.from({ length: 100 }, () => 'x'.repeat(100) + '\r'),
    ],
    ['empty input', ['']],
  ] as const) {
    it(`does not query the terminal for ${what}`, async () => {
      assert.deepEqual(await warningsFor(inputs), { warnings: [], looks: [] });
    });
  }

  it('warns once for each line that is too long for a program in line mode', async () => {
    const long = 'x'.repeat(3000);
    const { warnings, looks } = await warningsFor([long, long, long, `\n${long}${long}\n`]);
    assert.deepEqual(looks, ['/dev/pts/3', '/dev/pts/3']);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0] ?? '', /^Program 7 .* more than 4095 bytes/);
  });

  it('applies the lower limit of macOS', async () => {
    const input = ['x'.repeat(1025)];
    assert.equal((await warningsFor(input, { platform: 'darwin' })).warnings.length, 1);
    assert.equal((await warningsFor(input)).warnings.length, 0);
  });

  it('logs no warning for a program in character mode or for one that has ended', async () => {
    for (const settings of [RAW, '']) {
      const { warnings, looks } = await warningsFor(['x'.repeat(1024 * 1024)], { settings });
      assert.deepEqual([warnings, looks.length], [[], 1]);
    }
  });
});
