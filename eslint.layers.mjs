// @ts-check
import { relative, sep } from 'node:path';
import { findImportProblem } from './eslint.imports.mjs';
import { buildGraphs, findPath, resolveImport } from './scripts/lib/stats/importCycles.mjs';
import { parseSources, readSources } from './scripts/lib/stats/sources.mjs';

/** As they are when ESLint starts; of the file that it lints, its own text counts. */
const SOURCES = await readSources(import.meta.dirname);

/** All rules about what may import what. */
export const LAYER_RULES = [
  {
    files: ['src/**/*.ts'],
    plugins: { rooms: { rules: { imports: createImportsRule() } } },
    rules: { 'rooms/imports': 'error' },
  },
  {
    files: ['{bench,src,test}/**/*.ts', 'scripts/**/*.{mjs,ts}'],
    plugins: { cycles: { rules: { imports: createCyclesRule() } } },
    rules: { 'cycles/imports': 'error' },
  },
];

/** A rule that checks each import of a file against the tables of rooms and packages. */
function createImportsRule() {
  return {
    create(/** @type {import('eslint').Rule.RuleContext} */ context) {
      const file = pathOf(context);
      return forEachModule((module, node) => {
        const message = findImportProblem(file, module);
        if (message !== undefined) {
          context.report({ node, message });
        }
      });
    },
  };
}

/** A rule that reports each import that is part of a cycle, also one of types alone. */
function createCyclesRule() {
  /** @type {import('./scripts/lib/stats/importCycles.mjs').Graph | undefined} */
  let graph;
  return {
    create(/** @type {import('eslint').Rule.RuleContext} */ context) {
      const file = pathOf(context);
      return forEachModule((module, node) => {
        if (!module.startsWith('.')) {
          return;
        }
        graph ??= buildGraphs(parseSources(SOURCES)).both;
        const target = resolveImport(module, `/${file}`, graph);
        const way = target === undefined ? undefined : findPath(target, file, graph);
        if (way !== undefined) {
          const cycle = [file, ...way].join(' -> ');
          context.report({ node, message: `This import is part of a cycle: ${cycle}.` });
        }
      });
    },
  };
}

/**
 * The linted file's path below this directory, with slashes, wherever ESLint was started.
 * @param {import('eslint').Rule.RuleContext} context
 */
function pathOf(context) {
  return relative(import.meta.dirname, context.filename)
    .split(sep)
    .join('/');
}

/**
 * Has `check` called with each module that a file names, in whichever of TypeScript's ways.
 * @param {(module: string, node: any) => void} check
 */
function forEachModule(check) {
  const visit = (/** @type {any} */ node) => {
    const text = node?.type === 'TemplateLiteral' ? constantOf(node) : node?.value;
    if (typeof text === 'string') {
      check(text, node);
    }
  };
  const ofSource = (/** @type {any} */ node) => visit(node.source);
  return {
    ImportDeclaration: ofSource,
    ImportExpression: ofSource,
    ExportNamedDeclaration: ofSource,
    ExportAllDeclaration: ofSource,
    TSImportType: ofSource,
    TSExternalModuleReference: (/** @type {any} */ node) => visit(node.expression),
    'CallExpression[callee.name="require"]': (/** @type {any} */ node) => visit(node.arguments[0]),
  };
}

/** The text of a template without expressions. */
function constantOf(/** @type {any} */ { quasis }) {
  return quasis.length === 1 ? quasis[0].value.cooked : undefined;
}
