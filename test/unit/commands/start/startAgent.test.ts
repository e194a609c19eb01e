import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import type { CommandServices } from '../../../../src/commands/commandServices';
import {
  newChat,
  startAgent,
  startWithModel,
  startShell,
} from '../../../../src/commands/start/startAgent';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { ProviderRegistry } from '../../../../src/providers/registry/providerRegistry';
import { CommandWorld } from '../../../support/views/commandWorld';
import { ScriptedQuestions } from '../../../support/agents/scriptedQuestions';
import { folderRef, taskIn } from '../../../support/views/treeSources';
import { worktreeWorld } from '../../../support/views/worktreeWorld';

const BUILT_IN = new ProviderRegistry(BUILT_IN_PROVIDERS);

describe('startAgent', () => {
  const ARGS = { task: 'Fix it', provider: 'ada' };

  it('asks no question if the arguments are complete', async () => {
    const world = new CommandWorld();
    const started = await startAgent(world.deps, {
      ...ARGS,
      prompt: 'go',
      fresh: true,
      location: 'panel',
    });
    assert.deepEqual(started, { session: 'ada-main-t9', task: 't9' });
    assert.deepEqual(world.events, ['start ada-main-t9 panel']);
    const [request] = world.requests;
    assert.deepEqual(request?.task, { kind: 'new', name: 'Fix it' });
    assert.deepEqual([request?.options.prompt, request?.options.fresh], ['go', true]);
  });

  it('opens at the location of the settings', async () => {
    const world = new CommandWorld();
    await startAgent(world.deps, ARGS);
    assert.deepEqual(world.events, ['start ada-main-t9 editor']);
  });

  it('does nothing once the person has cancelled', async () => {
    const world = new CommandWorld();
    assert.equal(await startAgent(world.deps, {}), undefined);
    assert.equal(await startAgent(world.deps, { provider: 'ada' }), undefined);
    assert.deepEqual([world.events, world.requests], [[], []]);
  });

  it('starts nothing if the person cancels the question about the values of the folder', async () => {
    const confirm = () => Promise.resolve('cancelled' as const);
    const world = new CommandWorld({ confirmValues: { confirm } });
    assert.equal(await startAgent(world.deps, ARGS), undefined);
    assert.deepEqual(world.requests, []);
  });

  it('uses the folder that has the task', async () => {
    const folders = [folderRef('app'), folderRef('lib')];
    const workspace = () => ({ folders, virtualSchemes: [], isTrusted: true });
    const world = new CommandWorld({ workspace });
    world.tasks = [taskIn('lib', 't1')];
    await startAgent(world.deps, { task: 't1', provider: 'ada' });
    assert.equal(world.requests[0]?.folder.name, 'lib');
    assert.deepEqual(world.requests[0].task, { kind: 'existing', id: 't1' });
  });

  it('checks the installed agents with the settings of the chosen folder', async () => {
    const folders = [folderRef('app'), folderRef('lib')];
    const workspace = () => ({ folders, virtualSchemes: [], isTrusted: true });
    const checked: (string | undefined)[] = [];
    const installed: CommandServices['installed'] = {
      check: (folder) => (checked.push(folder?.name), Promise.resolve([])),
    };
    const world = new CommandWorld({ workspace, installed });
    await startAgent(world.deps, { folder: 'lib', task: 'Fix it' });
    assert.deepEqual(checked, ['lib']);
  });

  it('starts nothing in an untrusted workspace', async () => {
    const workspace = () => ({ folders: [folderRef('app')], virtualSchemes: [], isTrusted: false });
    const world = new CommandWorld({ workspace });
    await assert.rejects(startAgent(world.deps, ARGS), (error) =>
      SessionError.is(error, 'UNTRUSTED'),
    );
    await assert.rejects(startShell(world.deps, ARGS), (error) =>
      SessionError.is(error, 'UNTRUSTED'),
    );
  });

  const APPROVALS: readonly (readonly [answer: string | undefined, passed: readonly unknown[]])[] =
    [
      ['Start with Auto-Approve', [true]],
      ['Start Normally', [false]],
      [undefined, []],
    ];
  for (const [answer, passed] of APPROVALS) {
    it(`asks about auto-approval that the arguments request: ${answer ?? 'dismissed'}`, async () => {
      const world = new CommandWorld({ questions: new ScriptedQuestions(answer) });
      await startAgent(world.deps, { ...ARGS, autoApprove: true });
      assert.deepEqual(
        world.requests.map(({ options }) => options.autoApprove),
        passed,
      );
    });
  }

  const FLAGGED = { ...ARGS, autoApprove: false, extraArgs: ['-v', '--mode=all'] };
  const PROVIDERS = { ada: { autoApproveFlag: '--mode all' } };
  for (const [answer, autoApprove] of [
    ['Start with Auto-Approve', true],
    ['Start Normally', false],
  ] as const) {
    it(`asks about the CLI's own auto-approval flag: ${answer}`, async () => {
      const world = new CommandWorld({ questions: new ScriptedQuestions(answer) });
      world.providers = PROVIDERS;
      await startAgent(world.deps, FLAGGED);
      const [request] = world.requests;
      assert.deepEqual(
        [request?.options.autoApprove, request?.options.extraArgs],
        [autoApprove, ['-v']],
      );
    });
  }

  for (const [answer, expected] of [
    ['Start with Auto-Approve', [undefined, 'acceptEdits']],
    ['Start Normally', [false, undefined]],
  ] as const) {
    it(`asks about a permission mode that is auto-approval: ${answer}`, async () => {
      const world = new CommandWorld({
        questions: new ScriptedQuestions(answer),
        registry: BUILT_IN,
      });
      await startAgent(world.deps, {
        ...ARGS,
        provider: 'claude',
        permissionMode: 'acceptEdits',
      });
      const { autoApprove, permissionMode } = world.requests[0]?.options ?? {};
      assert.deepEqual([autoApprove, permissionMode], expected);
    });
  }

  it('passes a permission mode in which the agent requests permission without a question', async () => {
    const world = new CommandWorld({ questions: new ScriptedQuestions(), registry: BUILT_IN });
    await startAgent(world.deps, { ...ARGS, provider: 'claude', permissionMode: 'plan' });
    assert.equal(world.requests[0]?.options.permissionMode, 'plan');
  });

  it('creates the worktree of a new task at the given base, and rejects one for another task', async () => {
    const world = new CommandWorld();
    await startAgent(world.deps, { ...ARGS, base: 'v1' });
    assert.deepEqual(world.events.slice(0, 1), ['worktree Fix it at v1']);
    const elsewhere = startAgent(world.deps, { ...ARGS, base: 'v1', worktree: false });
    await assert.rejects(elsewhere, (error) => SessionError.is(error, 'BAD_REQUEST'));
    const existing = worktreeWorld();
    const joined = startAgent(existing.deps, {
      folder: 'app',
      provider: 'ada',
      task: 't1',
      base: 'v1',
    });
    await assert.rejects(joined, /exists already, and a base is for the worktree of a new task/);
  });

  it('keeps the flag without a question if the setting enables auto-approval', async () => {
    const world = new CommandWorld({ questions: new ScriptedQuestions() });
    world.providers = PROVIDERS;
    world.autoApproveSetting = true;
    await startAgent(world.deps, FLAGGED);
    assert.deepEqual(world.requests[0]?.options.extraArgs, FLAGGED.extraArgs);
  });

  it('shows the other arguments in the question about auto-approval', async () => {
    const questions = new ScriptedQuestions('Start Normally');
    const world = new CommandWorld({ questions });
    const brought = { shellSetup: 'curl \u202ex', extraArgs: ['-v'], env: { A: '1' } };
    await startAgent(world.deps, { ...ARGS, ...brought, autoApprove: true });
    const detail = questions.asked[0]?.detail ?? '';
    for (const part of ['shellSetup: "curl \\u202ex"', '"-v"', '"A": "1"']) {
      assert.ok(detail.includes(part), detail);
    }
  });

  it('offers no auto-approval if an argument is too long to be shown', async () => {
    const questions = new ScriptedQuestions('Start Normally');
    const world = new CommandWorld({ questions });
    const shellSetup = `true${' '.repeat(2000)}; ./evil`;
    await startAgent(world.deps, { ...ARGS, shellSetup, autoApprove: true });
    assert.deepEqual(questions.asked[0]?.answers, ['Start Normally']);
  });

  it('does not ask about auto-approval if the setting enables it', async () => {
    const world = new CommandWorld({ questions: new ScriptedQuestions() });
    world.autoApproveSetting = true;
    await startAgent(world.deps, { ...ARGS, autoApprove: true });
    assert.equal(world.requests[0]?.options.autoApprove, true);
  });

  it('runs two starts at the same time', async () => {
    const world = new CommandWorld();
    await Promise.all([startAgent(world.deps, ARGS), startAgent(world.deps, ARGS)]);
    assert.equal(world.events.length, 2);
  });
});

describe('newChat', () => {
  it('requests a chat beside the main conversation', async () => {
    const world = new CommandWorld();
    world.tasks = [taskIn('app', 't1')];
    await newChat(world.deps, { task: 't1', provider: 'ada' });
    assert.equal(world.requests[0]?.conversation, 'chat');
  });

  it('uses the folder that the arguments name', async () => {
    const folders = [folderRef('app'), folderRef('lib')];
    const workspace = () => ({ folders, virtualSchemes: [], isTrusted: true });
    const world = new CommandWorld({ workspace });
    await newChat(world.deps, { folder: 'lib', task: 'Fix it', provider: 'ada' });
    assert.equal(world.requests[0]?.folder.name, 'lib');
  });
});

describe('startWithModel', () => {
  const ARGS = { task: 'Fix it', provider: 'ada' };
  const choices: CommandServices['choices'] = {
    choose: (_question, [first]) => Promise.resolve(first?.value),
    chooseMany: () => Promise.resolve(undefined),
    chooseDirectory: () => Promise.resolve(undefined),
  };
  const listing = (overrides: Partial<CommandServices> = {}): CommandWorld => {
    const world = new CommandWorld({ choices, ...overrides });
    world.models.list = { kind: 'known', models: [{ id: 'big', name: 'Big' }] };
    return world;
  };

  it('starts with the model that the person chooses', async () => {
    const world = listing();
    await startWithModel(world.deps, ARGS);
    assert.equal(world.requests[0]?.options.model, 'big');
    assert.deepEqual(world.events, ['list models', 'start ada-main-t9 editor']);
  });

  it('lists no models if the model is named', async () => {
    const world = listing();
    await startWithModel(world.deps, { ...ARGS, model: 'small' });
    assert.equal(world.requests[0]?.options.model, 'small');
    assert.deepEqual(world.events, ['start ada-main-t9 editor']);
  });

  it('starts nothing once the person has cancelled', async () => {
    const { choices: cancelled } = new CommandWorld().deps;
    const world = listing({ choices: cancelled });
    assert.equal(await startWithModel(world.deps, ARGS), undefined);
    assert.deepEqual(world.requests, []);
  });

  it('runs no CLI before the person has confirmed the values of the folder', async () => {
    const confirm = () => Promise.resolve('cancelled' as const);
    const world = listing({ confirmValues: { confirm } });
    assert.equal(await startWithModel(world.deps, ARGS), undefined);
    assert.deepEqual(world.events, []);
  });

  it('explains that an agent takes no model', async () => {
    const world = listing();
    world.providers = { ada: { cli: 'ada', label: 'Ada' } };
    await assert.rejects(startWithModel(world.deps, ARGS), {
      code: 'BAD_REQUEST',
      message: /^Ada takes no model at its start/,
    });
    assert.deepEqual(world.events, []);
  });
});
