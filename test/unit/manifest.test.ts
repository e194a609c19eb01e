import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  COMMANDS,
  CONTEXT_KEYS,
  LANGUAGE_MODEL_TOOLS,
  MCP_SERVER_PROVIDER,
  SETTING_KEYS,
  SETTINGS,
  SETTINGS_SECTION,
  TERMINAL_PROFILE,
  VIEW_CONTAINER,
  VIEWS,
  type SettingContribution,
} from '../../src/config/contributions';
import { createOperationTools } from '../../src/mcp/operationTools';
import type { OperationParts } from '../../src/operations/createOperations';
import { toSchema } from '../../src/mcp/describeTool';
import { parseSettings, type RawSettings } from '../../src/config/parseSettings';
import { parseProviders } from '../../src/config/parseProviders';
import { isProviderId } from '../../src/providers/model/providerDefinition';
import { MANIFEST, TEXTS, type MenuItem } from '../support/manifest';

const { contributes, capabilities } = MANIFEST;
const { properties } = contributes.configuration;
const COMMAND_IDS: readonly string[] = Object.values(COMMANDS);

describe('package.json', () => {
  it('enables no proposed API, and requires one VS Code version throughout', () => {
    assert.equal(MANIFEST.enabledApiProposals, undefined);
    assert.equal(MANIFEST.engines.vscode, `^${MANIFEST.devDependencies['@types/vscode'] ?? ''}`);
  });

  it('runs on the machine of the workspace', () =>
    assert.deepEqual(MANIFEST.extensionKind, ['workspace']));

  it('names pictures that exist, a PNG of at least 128 pixels for the Marketplace', () => {
    const icons = [
      ...contributes.viewsContainers.activitybar.map(({ icon }) => icon),
      ...Object.values(contributes.views).flatMap((views) => views.map(({ icon }) => icon)),
    ];
    assert.deepEqual(
      icons.filter((icon) => !existsSync(icon)),
      [],
    );
    const png = readFileSync(MANIFEST.icon);
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.ok(png.readUInt32BE(16) >= 128 && png.readUInt32BE(20) >= 128);
  });
});

describe('contributions.ts', () => {
  it('has the commands of the manifest', () => {
    const contributed = contributes.commands.map(({ command }) => command);
    assert.deepEqual(contributed.sort(), [...COMMAND_IDS].sort());
    for (const [name, id] of Object.entries(COMMANDS)) {
      assert.equal(id, `agentTerminals.${name}`);
    }
  });

  it('has the views, the terminal profile and the settings of the manifest', () => {
    assert.deepEqual(
      {
        containers: contributes.viewsContainers.activitybar.map(({ id }) => id),
        views: Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id)),
        profiles: contributes.terminal.profiles.map(({ id }) => id),
        settings: Object.keys(properties).sort(),
      },
      {
        containers: [VIEW_CONTAINER],
        views: Object.values(VIEWS),
        profiles: [TERMINAL_PROFILE],
        settings: SETTING_KEYS.map((key) => `${SETTINGS_SECTION}.${key}`).sort(),
      },
    );
    assert.deepEqual(Object.keys(contributes.views), [VIEW_CONTAINER]);
  });

  it('has the tools for language models of the manifest, with their own descriptions', () => {
    const nothing = (): never => assert.fail('No tool runs here.');
    const parts = new Proxy({}, { get: nothing }) as OperationParts;
    const tools = new Map(createOperationTools(parts).map(({ facts }) => [facts.name, facts]));
    const expected = Object.entries(LANGUAGE_MODEL_TOOLS).map(([name, id]) => {
      const facts = tools.get(name) ?? assert.fail(`There is no tool ${name}.`);
      const { $schema, ...inputSchema } = toSchema(facts.input, 'input');
      assert.equal($schema, 'http://json-schema.org/draft-07/schema#');
      return { name: id, modelDescription: facts.description, inputSchema };
    });
    const contributed = contributes.languageModelTools.map(
      ({ name, modelDescription, inputSchema }) => ({ name, modelDescription, inputSchema }),
    );
    assert.deepEqual(contributed, expected);
    assert.deepEqual(
      contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      [MCP_SERVER_PROVIDER],
    );
  });

  it('has the context keys that the manifest uses', () => {
    const clauses = JSON.stringify(contributes);
    const whens = [...clauses.matchAll(/"when":"((?:[^"\\]|\\.)*)"/g)].map(([, when]) => when);
    const words = whens.flatMap((when) => when?.match(/agentTerminals\.\w+/g) ?? []);
    const known: readonly string[] = [...Object.values(CONTEXT_KEYS), ...Object.values(VIEWS)];
    assert.deepEqual([...new Set(words)].sort(), [...known].sort());
  });
});

/** VS Code's own command, which gets another key. */
const ADD_COMMENT = 'workbench.action.addComment';

describe('commands in the manifest', () => {
  it('have one category, and titles without the character …', () => {
    assert.equal(TEXTS['command.category'], 'Agents');
    for (const { category, title } of contributes.commands) {
      assert.equal(category, '%command.category%');
      assert.doesNotMatch(TEXTS[title.slice(1, -1)] ?? '…', /…|^Agents/);
    }
  });

  it('exist for every menu, keybinding, link and terminal', () => {
    const links = Object.values(TEXTS).flatMap((text) =>
      [...text.matchAll(/command:(agentTerminals\.\w+)/g)].map(([, id]) => id ?? ''),
    );
    const named = [
      ...Object.values(contributes.menus).flatMap((items) => items.map(({ command }) => command)),
      ...contributes.keybindings.map(({ command }) => command),
      ...contributes.configurationDefaults['terminal.integrated.commandsToSkipShell'],
      ...links,
    ];
    assert.ok(links.length > 0);
    assert.deepEqual(
      named.filter((id) => !COMMAND_IDS.includes(id) && id !== ADD_COMMENT),
      [],
    );
  });

  it('have an icon where shown inline or in the title bar', () => {
    const shown = [...itemMenu(), ...(contributes.menus['view/title'] ?? [])].filter(({ group }) =>
      /^(inline|navigation)/.test(group ?? ''),
    );
    const bare = shown.filter(({ command }) => !iconOf(command)?.startsWith('$('));
    assert.ok(shown.length > 0);
    assert.deepEqual(bare, []);
  });

  it('that start something are offered by the tree in trusted workspaces only', () => {
    const starting: readonly string[] = [
      COMMANDS.startAgent,
      COMMANDS.startClaude,
      COMMANDS.newChat,
      COMMANDS.startShell,
      COMMANDS.restartSession,
      COMMANDS.restartFresh,
      COMMANDS.resumeConversation,
    ];
    const untrusted = [...itemMenu(), ...(contributes.menus['view/title'] ?? [])].filter(
      ({ command, when }) => starting.includes(command) && !when?.includes('isWorkspaceTrusted'),
    );
    assert.deepEqual(untrusted, []);
  });

  it('have unique keys, none of which types a character', () => {
    const keys = contributes.keybindings.map(({ key, when }) => `${key} ${when ?? ''}`);
    assert.equal(new Set(keys).size, keys.length);
    // On many keyboards Ctrl+Alt+letter is AltGr and writes a character.
    const typing = contributes.keybindings.filter(({ key }) => /^ctrl\+alt\+/.test(key));
    assert.deepEqual(typing, []);
  });
});

describe('settings in the manifest', () => {
  for (const key of SETTING_KEYS) {
    const contribution: SettingContribution = SETTINGS[key];
    it(`${key} has its scope, a description, and one for each of its values`, () => {
      const property = properties[`${SETTINGS_SECTION}.${key}`];
      assert.equal(property?.scope, contribution.scope);
      assert.equal(property.markdownDescription, `%setting.${key}%`);
      assert.equal(property.markdownEnumDescriptions?.length, property.enum?.length);
    });

    it(`${key} has the default that replaces an invalid value`, () => {
      const nothing = Object.fromEntries(SETTING_KEYS.map((other) => [other, undefined]));
      const { settings } = parseSettings(nothing as unknown as RawSettings);
      assert.deepEqual(properties[`${SETTINGS_SECTION}.${key}`]?.default, settings[key]);
    });
  }

  it('are restricted in untrusted workspaces if they decide what runs', () => {
    const restricted = SETTING_KEYS.filter((key) => SETTINGS[key].isRestricted);
    assert.deepEqual(
      [...capabilities.untrustedWorkspaces.restrictedConfigurations].sort(),
      restricted.map((key) => `${SETTINGS_SECTION}.${key}`).sort(),
    );
  });

  it('stand in an order without ties', () => {
    const orders = Object.values(properties).map(({ order }) => order);
    assert.equal(new Set(orders).size, orders.length);
  });

  it('describe providers as they are parsed', () => {
    const schema = z
      .object({
        propertyNames: z.object({ pattern: z.string() }),
        additionalProperties: z.object({ properties: z.record(z.string(), z.looseObject({})) }),
      })
      .parse(properties[`${SETTINGS_SECTION}.providers`]);
    const fields = Object.keys(schema.additionalProperties.properties);
    const [problem] = parseProviders({ a: { noSuchField: 1 } }).problems;
    assert.ok(problem?.expected.includes(`(${fields.join(', ')})`), problem?.expected);
    const pattern = new RegExp(schema.propertyNames.pattern);
    for (const id of ['a', 'my-agent', 'shell', 'shell-a', 'main', 'a-chat', 'chat-b', 'A', 'a-']) {
      assert.equal(pattern.test(id), isProviderId(id), id);
    }
  });
});

describe('welcome views', () => {
  const { noAgentInstalled } = CONTEXT_KEYS;
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['noFolder', []],
    ['untrusted', ['folder']],
    ['virtual', ['folder', 'virtualWorkspace', 'isWorkspaceTrusted']],
    ['virtual', ['folder', 'virtualWorkspace']],
    ['virtual', ['virtualWorkspace']],
    ['noneInstalled', ['folder', 'isWorkspaceTrusted', noAgentInstalled]],
    ['empty', ['folder', 'isWorkspaceTrusted']],
  ];
  for (const [expected, facts] of cases) {
    it(`show only '${expected}' with ${facts.join(' and ') || 'no fact'}`, () => {
      const shown = contributes.viewsWelcome.filter(({ when }) => holds(when, facts));
      assert.deepEqual(
        shown.map(({ contents }) => contents),
        [`%welcome.${expected}%`],
      );
    });
  }
});

function itemMenu(): readonly MenuItem[] {
  return contributes.menus['view/item/context'] ?? [];
}

function iconOf(id: string): string | undefined {
  return contributes.commands.find(({ command }) => command === id)?.icon;
}

/** Whether all conditions that a clause joins by `&&` are true. */
function holds(when: string, facts: readonly string[]): boolean {
  return when.split(' && ').every((clause) => {
    const expected = !clause.startsWith('!') && !clause.endsWith(' == 0');
    const name = clause.startsWith('workspaceFolderCount') ? 'folder' : clause.replace(/^!/, '');
    return facts.includes(name) === expected;
  });
}
