import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Script } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import type * as OpenApi from '../../../src/api/http/openApi';
import type * as OperationRoute from '../../../src/api/http/operationRoute';
import type { AgentOptions } from '../../../src/agents/startRequests';
import type * as PtyApi from '../../../src/agents/ptyApi';
import { systemClock } from '../../../src/base/clock';
import type * as Options from '../../../src/base/startOptions';
import { START_SURFACES, type SurfaceOptions } from '../../../src/base/startOptions';
import { START } from '../../../src/cli/verbs/start';
import type * as StartVerb from '../../../src/cli/verbs/start';
import type { VerbInput } from '../../../src/cli/verb';
import type * as CommandArguments from '../../../src/commands/commandArguments';
import type * as StartSession from '../../../src/operations/declarations/startSession';
import type { OperationParts } from '../../../src/operations/createOperations';
import type * as Published from '../../../src/publishedApi';

type Modules = typeof OpenApi &
  typeof OperationRoute &
  typeof Options &
  typeof StartVerb &
  typeof CommandArguments &
  typeof StartSession;

const TABLE = resolve('src', 'base', 'startOptions.ts');
const MODULES = [
  'base/startOptions',
  'api/http/openApi',
  'api/http/operationRoute',
  'cli/verbs/start',
  'commands/commandArguments',
  'operations/declarations/startSession',
];

const PLANNED =
  'autoApprove env extraArgs fresh model permissionMode persistence prompt shellSetup spawnMode task trust';

describe('the start options of each surface', () => {
  const promised: Readonly<Record<keyof typeof START_SURFACES, string>> = {
    startClaude: `${PLANNED} base folder location worktree`,
    startAgent: `${PLANNED} base folder location worktree provider`,
    startSsh:
      'autoApprove env extraArgs fresh model permissionMode persistence prompt task trust folder location provider target sshArgs remoteCwd remoteInitCommand',
    newChat: 'folder task provider prompt',
    api: `${PLANNED} args base cols cwd exec label provider rows show worktree`,
    commandLine: `${PLANNED} base cols cwd label rows show worktree`,
    tool: 'cwd label model prompt provider show task worktree',
    extensionApi:
      'autoApprove env extraArgs fresh model permissionMode prompt shellSetup spawnMode',
    ptyApi: 'autoApprove cols cwd env rows shellSetup',
  };
  for (const [surface, names] of Object.entries(START_SURFACES)) {
    it(`are the expected ones: ${surface}`, () =>
      assert.deepEqual(
        [...names].sort(),
        promised[surface as keyof typeof START_SURFACES].split(' ').sort(),
      ));
  }

  it('have the expected names as flags of the command line', () => {
    const flags =
      'auto-approve base cols cwd env extra-arg fresh label model permission-mode persistence prompt rows shell-setup show spawn-mode task trust worktree';
    assert.deepEqual(Object.keys(START.options).sort(), flags.split(' '));
  });
});

describe('an option that is added to the table of start options', function () {
  this.timeout(30_000);
  let modules: Modules;

  before(async () => {
    modules = await loadWith("planted: { form: 'flag', reader: 'planner', help: 'a new option' },");
  });

  for (const command of ['startAgent', 'startClaude', 'startSsh'] as const) {
    it(`is an argument of the command ${command}`, () => {
      const parse = (planted: unknown) => modules.parseCommandArguments(command, { planted });
      assert.deepEqual(parse(true), { planted: true });
      assert.throws(() => parse(1), /"planted" of the argument .* must be true or false, but is 1/);
    });
  }

  it('is a field of the API, and described there', () => {
    const parse = (planted: unknown) =>
      modules.START_SESSION.input.safeParse({ cwd: '/app', planted }).success;
    assert.deepEqual([parse(true), parse(1)], [true, false]);
    const { facts } = modules.operationRoute(
      {} as OperationParts,
      modules.START_SESSION,
      systemClock,
    );
    const { components } = modules.buildOpenApi([facts], '1.0.0') as unknown as Page;
    const { properties } = components.schemas.postApiSessionsRequest;
    assert.deepEqual(properties['planted'], { type: 'boolean', description: 'A new option.' });
  });

  it('is a flag of the command line, which sends it to the API', async () => {
    const { options, run } = modules.START;
    assert.deepEqual(options['planted'], { type: 'boolean', help: 'a new option' });
    const sent: object[] = [];
    const start = (one: object) => Promise.resolve(sent.push(one)).then(() => ({ id: 'x' }));
    const io = { cwd: '/', stdout: { write: () => true }, printNotices: () => {} };
    const context = { terminals: { start }, io };
    const input: VerbInput = {
      ...{ positionals: [], program: [] },
      flag: (name) => name === 'planted',
      text: () => undefined,
      texts: () => [],
    };
    await run(context as unknown as Parameters<typeof run>[0], input);
    assert.deepEqual(Object.entries(sent[0] ?? {}).filter(isSet), [['planted', true]]);
  });

  it('reaches the planner of agent starts', () => {
    const names = modules.AGENT_OPTIONS as readonly string[];
    assert.ok(names.includes('planted'));
    const requested = { planted: true, show: true } as object;
    const picked = Object.entries(modules.pickOptions(requested, modules.AGENT_OPTIONS));
    assert.deepEqual(picked.filter(isSet), [['planted', true]]);
  });

  it('is rejected by the tool for models, which accepts a fixed set', () => {
    const input = { provider: 'ada', planted: true };
    assert.equal(modules.START_AGENT_INPUT.safeParse(input).success, false);
  });
});

describe('the start options of the published API', () => {
  it('are those of the table', () => {
    // The compiler checks this: an additional option, or another type, is an error.
    const checks: readonly [
      Same<SurfaceOptions<'extensionApi'>, Published.StartAgentRequest['options']>,
      Same<PtyApi.StartPtyOptions, Published.StartPtyOptions>,
      Same<PtyApi.StartDirectPtyOptions, Published.StartDirectPtyOptions>,
      Same<PtyApi.StartSshPtyOptions, Published.StartSshPtyOptions>,
      keyof SurfaceOptions<'extensionApi'> extends keyof AgentOptions ? true : false,
    ] = [true, true, true, true, true];
    assert.ok(checks.every(Boolean));
  });
});

/** Whether two types have the same fields of the same types, regardless of which are optional. */
type Same<One, Other> = [Required<One>, Required<Other>] extends [Required<Other>, Required<One>]
  ? true
  : false;

interface Page {
  readonly components: {
    readonly schemas: {
      readonly postApiSessionsRequest: { readonly properties: Readonly<Record<string, unknown>> };
    };
  };
}

function isSet([, value]: readonly [string, unknown]): boolean {
  return value !== undefined;
}

/** The modules of the surfaces, built with an additional row in the table. */
async function loadWith(row: string): Promise<Modules> {
  const table = readFileSync(TABLE, 'utf8');
  const contents = table.replace('START_OPTIONS = {', (start) => `${start}\n${row}`);
  assert.notEqual(contents, table);
  const plant: Plugin = {
    name: 'plant',
    setup: (esbuild) =>
      esbuild.onLoad({ filter: /startOptions\.ts$/ }, () => ({ contents, loader: 'ts' })),
  };
  const { outputFiles } = await build({
    stdin: {
      contents: MODULES.map((path) => `export * from './src/${path}';`).join('\n'),
      resolveDir: process.cwd(),
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['node-pty'],
    plugins: [plant],
    write: false,
  });
  const module = { exports: {} };
  const wrapped = `(function (module, exports, require) {${outputFiles[0]?.text ?? ''}\n})`;
  const evaluate = new Script(wrapped).runInThisContext() as (...own: unknown[]) => void;
  evaluate(module, module.exports, require);
  return module.exports as Modules;
}
