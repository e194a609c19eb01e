import assert from 'node:assert/strict';
import { parseCommandLine } from '../../../src/cli/commandLine';
import { formatHelp } from '../../../src/cli/formatHelp';
import { formatTable } from '../../../src/cli/formatTable';
import { exitCodeOf } from '../../../src/cli/exitCode';
import { UsageError } from '../../../src/cli/usageError';
import { VERBS } from '../../../src/cli/verbs/allVerbs';
import { ClientError } from '../../../src/client/clientError';

describe('a command line', () => {
  it('has the documented verbs', () => {
    assert.deepEqual(
      VERBS.map(({ name }) => name),
      [
        'list',
        'start',
        'attach',
        'ask',
        'prompt',
        'wait',
        'approve',
        'deny',
        'reply',
        'interrupt',
        'kill',
        'fork',
        'conversations',
        'resume',
        'events',
        'screen',
        'last-answer',
        'changes',
        'review',
        'comment',
        'send-review',
        'commit',
        'land',
        'undo-land',
        'providers',
        'serve',
        'mcp',
      ],
    );
  });

  it('is a verb, its arguments and its options, in any order', () => {
    const line = parseCommandLine(['wait', '--for', 'idle', 'x', '--json', '--timeout=3'], VERBS);
    assert.ok(line.kind === 'run');
    const { input, verb } = line;
    assert.deepEqual(
      [verb.name, input.positionals, input.text('for'), input.text('timeout'), input.flag('json')],
      ['wait', ['x'], 'idle', '3', true],
    );
  });

  it('has arguments after "--" that are not options', () => {
    const line = parseCommandLine(['start', '--show', '--', 'sh', '-c', '--help'], VERBS);
    assert.ok(line.kind === 'run');
    assert.deepEqual(line.input.program, ['sh', '-c', '--help']);
  });

  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['nonsense'], /no verb "nonsense"/],
    [['list', '--nonsense'], /list: Unknown option '--nonsense'\.$/],
    [['list', 'x'], /list/],
    [['list', '--json=1'], /--json/],
    [['attach'], /attach SESSION/],
    [['attach', 'a', 'b'], /attach SESSION/],
    [['screen'], /screen SESSION/],
    [['wait', 'x', '--timeout'], /--timeout/],
    [['--json'], /no verb "--json"/],
  ];
  for (const [argv, message] of refused) {
    it(`is refused: ${argv.join(' ')}`, () => {
      assert.throws(
        () => parseCommandLine(argv, VERBS),
        (error) => error instanceof UsageError && message.test(error.message),
      );
    });
  }

  it('requests help for the program or a verb', () => {
    const kinds = [[], ['--help'], ['help'], ['help', 'ask'], ['ask', '--help']].map((argv) => {
      const line = parseCommandLine(argv, VERBS);
      return line.kind === 'help' ? line.verb?.name : line.kind;
    });
    assert.deepEqual(kinds, [undefined, undefined, undefined, 'ask', 'ask']);
  });

  it('is documented by the help, with every verb and option', () => {
    const help = formatHelp(VERBS, undefined);
    for (const verb of VERBS) {
      assert.match(help, new RegExp(`^ {2}${verb.name} `, 'm'));
      const own = formatHelp(VERBS, verb);
      for (const option of [...Object.keys(verb.options), 'json', 'window', 'help']) {
        assert.ok(own.includes(`--${option}`), `${verb.name} --${option}`);
      }
    }
  });
});

describe('an exit code', () => {
  const codes: readonly (readonly [string, number])[] = [
    ['SESSION_NOT_FOUND', 1],
    ['SESSION_EXITED', 1],
    ['PROMPT_STALLED', 1],
    ['A_LATER_ONE', 1],
    ['BAD_REQUEST', 2],
    ['CWD_NOT_FOUND', 2],
    ['PROVIDER_NOT_FOUND', 2],
    ['NO_WINDOW', 3],
    ['SEVERAL_WINDOWS', 3],
    ['UNREACHABLE', 3],
    ['UNAUTHORIZED', 4],
    ['SESSION_USER_MISMATCH', 4],
    ['NOT_ALLOWED', 4],
    ['UNTRUSTED', 4],
    ['TIMEOUT', 5],
    ['NEEDS_INPUT', 6],
    ['AGENT_BLOCKED', 6],
  ];
  for (const [code, expected] of codes) {
    it(`of ${code} is ${expected}`, () =>
      assert.equal(exitCodeOf(new ClientError(code, 'It is so.')), expected));
  }

  it('of an unexpected error is 1', () => assert.equal(exitCodeOf(new TypeError('x')), 1));
});

describe('a table', () => {
  it('has aligned columns and no control characters', () => {
    assert.equal(
      formatTable([
        ['a', 'b\x1b[2Jc\nd', 'e'],
        ['longer', '', 'f'],
      ]),
      'a       b [2Jc d  e\nlonger            f',
    );
    assert.equal(formatTable([]), '');
  });
});
