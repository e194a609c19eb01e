// @ts-check
import tseslint from 'typescript-eslint';
import { LAYER_RULES } from './eslint.imports.mjs';
import { CREATORS, MAIN, NO_CREATORS } from './eslint.rooms.mjs';

/** Strings that only `config/contributions.ts` and the wrappers over it may spell. */
const RAW_CONTRIBUTIONS = [
  {
    selector: "CallExpression[callee.property.name='registerCommand']",
    message: 'Register through commands/entryPoints.ts: a command exists when the activation ends.',
  },
  {
    selector: "CallExpression[arguments.0.value='setContext']",
    message: 'Set context keys through views/workspace/contextKeys.ts.',
  },
];

/** Calls of VS Code that show a text with its links. */
const RAW_MESSAGES = {
  selector:
    'MemberExpression[property.name=/^(show(Error|Information|Warning)Message|withProgress)$/][object.property.name="window"]',
  message: 'Show texts through views/dialogs/vscodeMessages.ts, which removes links.',
};

/** The files that create parts and pass them to one another, and those that start these. */
const COMPOSITION = [...MAIN, ...CREATORS, 'src/entry.ts', 'src/extension.ts'];

/** In a composition each part is passed by its name, so that a reader sees which part gets what. */
const BAGS = [
  {
    selector: 'ObjectExpression > SpreadElement',
    message: 'Pass each part by its name: a spread hides which parts are passed.',
  },
];

/** The same for a constructor, in all files. */
const CONSTRUCTOR_BAGS = {
  selector: 'NewExpression > ObjectExpression > SpreadElement',
  message: 'Pass each part to a constructor by its name: a spread hides which parts are passed.',
};

/** This export of Zod holds all of its languages, which a bundle would contain. */
const WHOLE_ZOD = {
  selector: 'ImportDeclaration[source.value="zod"] > ImportSpecifier[imported.name="z"]',
  message: "Write: import * as z from 'zod'. Bundles then contain only what is used.",
};

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'vendor/**',
      '.vscode-test/**',
      'test-results/**',
      'node_modules/**',
      'src/client/generated/**',
    ],
  },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.{mjs,ts}'],
    extends: [...tseslint.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      curly: 'error',
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 4 }],
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
    },
  },
  ...LAYER_RULES,
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...RAW_CONTRIBUTIONS,
        RAW_MESSAGES,
        CONSTRUCTOR_BAGS,
        WHOLE_ZOD,
      ],
    },
  },
  {
    files: ['src/commands/entryPoints.ts', 'src/views/workspace/contextKeys.ts'],
    rules: { 'no-restricted-syntax': ['error', RAW_MESSAGES, CONSTRUCTOR_BAGS, WHOLE_ZOD] },
  },
  {
    files: ['src/views/dialogs/vscodeMessages.ts'],
    rules: { 'no-restricted-syntax': ['error', ...RAW_CONTRIBUTIONS, CONSTRUCTOR_BAGS, WHOLE_ZOD] },
  },
  {
    files: COMPOSITION,
    ignores: NO_CREATORS,
    rules: {
      'no-restricted-syntax': ['error', ...RAW_CONTRIBUTIONS, RAW_MESSAGES, ...BAGS, WHOLE_ZOD],
    },
  },
  {
    files: COMPOSITION,
    // A function that uses a part created below it would hide that two parts need each other.
    rules: {
      '@typescript-eslint/no-use-before-define': [
        'error',
        { variables: true, functions: false, classes: false, ignoreTypeReferences: true },
      ],
    },
  },
  {
    files: ['src/main/core.ts'],
    // One list of named parts: functions for its sections would pass the parts in bags.
    rules: {
      'max-lines-per-function': ['error', { max: 160, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['test/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  // Its console is the reporter's output. A comment in the file would be an unused one for oxlint.
  { files: ['test/integration/run.ts'], rules: { 'no-console': 'off' } },
);
