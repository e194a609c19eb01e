import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { DEFAULT_PROVIDER_ID } from '../../../../src/providers/registry/providerRegistry';
import {
  type ProviderDefinition,
  ID,
  isProviderId,
} from '../../../../src/providers/model/providerDefinition';
import { configOf, planFor } from '../../../support/agents/agentCommands';

const UUID = '6e1b3f2a-8d52-4c1e-9b3a-2f7d1c0e4a55';
const PROMPT = "It's a prompt of some words";

describe('built-in providers', () => {
  it('have unique ids that a PTY id can contain', () => {
    const ids = BUILT_IN_PROVIDERS.map((provider) => provider.id);
    assert.equal(ids.length, 39);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      ids.filter((id) => !isProviderId(id)),
      [],
    );
    assert.ok(ids.includes(DEFAULT_PROVIDER_ID));
  });

  it('have unique names and icons', () => {
    for (const key of ['name', 'icon'] as const) {
      const values = BUILT_IN_PROVIDERS.map((provider) => provider[key]);
      assert.deepEqual(values, [...new Set(values)]);
    }
  });

  for (const provider of BUILT_IN_PROVIDERS) {
    describe(provider.id, () => {
      it('has well-formed facts', () => checkFacts(provider));
      it('has the expected command for every combination of requests', () =>
        checkCommands(provider));
    });
  }
});

function checkFacts(provider: ProviderDefinition): void {
  assert.match(provider.icon, /^[a-z]+(-[a-z]+)*$/);
  assert.ok(provider.docsUrl === undefined || URL.canParse(provider.docsUrl));
  assert.ok(provider.cli.every((name) => /^[a-z][a-z-]*$/.test(name)));
  assert.ok(provider.interrupt.length > 0);
  assert.ok(provider.submit.gapMs >= 50);
  const isKnown = provider.verification.kind !== 'unverified';
  assert.equal(
    isKnown && provider.versionProbe.own === undefined,
    false,
    'a verified provider has a version pattern',
  );
  const names = [...provider.env.pass, ...provider.env.strip, ...Object.keys(provider.env.extra)];
  assert.deepEqual(
    names.filter((name) => !/^[A-Z][A-Z0-9_]*$/.test(name)),
    [],
  );
  assert.deepEqual(
    provider.env.pass.filter((name) => provider.env.strip.includes(name)),
    [],
  );
  checkTranscripts(provider);
  for (const args of argumentLists(provider)) {
    assert.deepEqual(
      args.filter((arg) => !/^[\w=.:<>-]+$/.test(arg)),
      [],
    );
  }
  if (provider.conversations.kind === 'byId' || provider.conversations.kind === 'chooseId') {
    assert.ok(provider.conversations.resume.some((arg) => arg.includes(ID)));
  }
}

function checkTranscripts({ id, transcripts, env }: ProviderDefinition): void {
  if (transcripts.kind === 'none') {
    return;
  }
  const { home, root, file, records } = transcripts;
  assert.ok(
    home.env === undefined || env.pass.includes(home.env),
    'the agent receives the variable of its home',
  );
  for (const name of [...home.folder.split('/'), ...root.split('/'), ...file]) {
    assert.match(name.replace(ID, 'id'), /^[\w.*-]+$/);
  }
  assert.equal(
    file.some((name) => name.includes(ID)),
    records.id === undefined,
  );
  assert.ok(
    transcripts.kind === 'byDirectory' || records.cwd !== undefined || id === 'auggie',
    'the records contain the working directory',
  );
}

/** What a start passes; arguments that are only recognised are left out. */
function argumentLists(provider: ProviderDefinition): (readonly string[])[] {
  const { subcommand, defaultArgs, autoApprove, conversations, fork } = provider;
  return [
    subcommand,
    defaultArgs,
    ...[autoApprove, conversations, fork].flatMap((fact) =>
      Object.values(fact).filter(
        (value): value is readonly string[] =>
          Array.isArray(value) && value.every((one) => typeof one === 'string'),
      ),
    ),
  ];
}

function checkCommands(provider: ProviderDefinition): void {
  const config = configOf(provider.id);
  const { model, conversations, initialPrompt } = provider;
  const canGoBack = conversations.kind === 'byId' || conversations.kind === 'chooseId';
  for (const autoApprove of [false, true]) {
    for (const prompt of [undefined, PROMPT]) {
      for (const conversation of [
        { kind: 'fresh', uuid: UUID },
        ...(canGoBack ? ([{ kind: 'resume', id: UUID }] as const) : []),
      ] as const) {
        const command = planFor(config, {
          autoApprove,
          prompt,
          conversation,
          model: model.kind === 'none' ? undefined : 'some-model',
          extraArgs: ['--extra'],
        });
        checkPrompt(initialPrompt.kind, command, prompt);
        assert.ok(command.args.includes('--extra'));
        assert.ok(!command.args.some((arg) => arg.includes(ID)), 'every id is filled in');
        assert.equal(
          command.args.includes('some-model') || Object.values(command.env).includes('some-model'),
          model.kind !== 'none',
        );
        if (conversation.kind === 'resume') {
          assert.ok(command.args.some((arg) => arg.includes(UUID)));
        }
        checkApproval(provider, command.args, autoApprove);
      }
    }
  }
}

function checkPrompt(
  kind: ProviderDefinition['initialPrompt']['kind'],
  { args, prompt }: ReturnType<typeof planFor>,
  requested: string | undefined,
): void {
  if (requested === undefined) {
    assert.equal(prompt, 'none');
  } else if (kind === 'keystrokes') {
    assert.deepEqual(prompt, { keystrokes: requested });
  } else {
    assert.equal(prompt, 'inArguments');
  }
  assert.equal(args.filter((arg) => arg === requested).length, prompt === 'inArguments' ? 1 : 0);
  if (requested !== undefined && kind === 'positional') {
    assert.equal(args.at(-1), requested, 'D3: a positional prompt is last');
  }
}

function checkApproval(
  { autoApprove }: ProviderDefinition,
  args: readonly string[],
  requested: boolean,
): void {
  const line = ` ${args.join(' ')} `;
  const has = (words: readonly string[]): boolean => line.includes(` ${words.join(' ')} `);
  if (autoApprove.kind === 'flag' || autoApprove.kind === 'byDefault') {
    assert.equal(has(autoApprove.args), requested, 'on only if requested');
  }
  if (autoApprove.kind === 'byDefault') {
    assert.equal(has(autoApprove.offArgs), !requested, 'off unless requested');
  }
}
