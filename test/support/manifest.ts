import { readFileSync } from 'node:fs';
import { z } from 'zod';

const MENU_ITEM = z.object({
  command: z.string(),
  when: z.string().optional(),
  group: z.string().optional(),
});

export type MenuItem = z.infer<typeof MENU_ITEM>;

const SETTING = z.looseObject({
  scope: z.string(),
  default: z.unknown(),
  markdownDescription: z.string(),
  order: z.number(),
  enum: z.array(z.string()).optional(),
  markdownEnumDescriptions: z.array(z.string()).optional(),
});

/** The manifest, in the shape that the tests require; parsing fails if it differs. */
export const MANIFEST = z
  .looseObject({
    enabledApiProposals: z.undefined().optional(),
    extensionKind: z.array(z.string()),
    engines: z.looseObject({ vscode: z.string() }),
    devDependencies: z.record(z.string(), z.string()),
    icon: z.string(),
    main: z.string(),
    capabilities: z.object({
      untrustedWorkspaces: z.object({
        supported: z.literal('limited'),
        description: z.string(),
        restrictedConfigurations: z.array(z.string()),
      }),
      // With `false`, VS Code would disable the extension, and nothing could show the reason.
      virtualWorkspaces: z.object({ supported: z.literal('limited'), description: z.string() }),
    }),
    contributes: z.looseObject({
      viewsContainers: z.object({
        activitybar: z.array(z.object({ id: z.string(), title: z.string(), icon: z.string() })),
      }),
      views: z.record(
        z.string(),
        z.array(z.looseObject({ id: z.string(), name: z.string(), icon: z.string() })),
      ),
      viewsWelcome: z.array(z.object({ view: z.string(), when: z.string(), contents: z.string() })),
      commands: z.array(
        z.object({
          command: z.string(),
          title: z.string(),
          category: z.string(),
          icon: z.string().optional(),
        }),
      ),
      menus: z.record(z.string(), z.array(MENU_ITEM)),
      keybindings: z.array(
        z.object({
          command: z.string(),
          key: z.string(),
          mac: z.string().optional(),
          when: z.string().optional(),
        }),
      ),
      terminal: z.object({
        profiles: z.array(z.object({ id: z.string(), title: z.string(), icon: z.string() })),
      }),
      languageModelTools: z.array(
        z.looseObject({ name: z.string(), modelDescription: z.string(), inputSchema: z.unknown() }),
      ),
      mcpServerDefinitionProviders: z.array(z.object({ id: z.string(), label: z.string() })),
      configuration: z.object({ title: z.string(), properties: z.record(z.string(), SETTING) }),
      configurationDefaults: z.object({
        'terminal.integrated.commandsToSkipShell': z.array(z.string()),
      }),
    }),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** The texts for its `%keys%`. */
export const TEXTS = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync('package.nls.json', 'utf8')));
