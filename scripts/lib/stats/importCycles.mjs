// @ts-check
import ts from 'typescript';
import { forEachNode, pathOf } from './sources.mjs';

/**
 * @typedef {object} ImportCycle
 * @property {string[]} files that all reach each other by imports
 * @property {string[]} shortest the shortest cycle; the first file is also the last
 */
/**
 * @typedef {object} ImportCycles
 * @property {ImportCycle[]} loaded cycles of modules that load each other
 * @property {ImportCycle[]} typesOnly cycles that only `import type` closes; `shortest` begins with one
 */

/** @typedef {Map<string, Set<string>>} Graph the imports of each file */

/**
 * @param {readonly ts.SourceFile[]} files
 * @returns {ImportCycles}
 */
export function findImportCycles(files) {
  const { loaded, types, both } = buildGraphs(files);
  const loadedParts = findComponents(loaded);
  const known = new Set(loadedParts.map(String));
  return {
    loaded: loadedParts.map((part) => ({
      files: part,
      shortest: findShortestCycle(part, loaded, loaded),
    })),
    typesOnly: findComponents(both)
      .filter((part) => !known.has(String(part)))
      .map((part) => ({ files: part, shortest: findShortestCycle(part, types, both) })),
  };
}

/**
 * The imports of each file: those that load modules, those of types only, and both.
 * @param {readonly ts.SourceFile[]} files
 */
export function buildGraphs(files) {
  const paths = new Set(files.map(pathOf));
  /** @type {Graph} */
  const loaded = new Map();
  /** @type {Graph} */
  const types = new Map();
  for (const file of files) {
    const imports = findImports(file).flatMap(({ specifier, isType }) => {
      const target = resolveImport(specifier, file.fileName, paths);
      return target === undefined ? [] : [{ target, isType }];
    });
    const targets = (/** @type {boolean} */ isType) =>
      new Set(imports.filter((one) => one.isType === isType).map(({ target }) => target));
    loaded.set(pathOf(file), targets(false));
    types.set(pathOf(file), targets(true));
  }
  const both = new Map(
    [...loaded].map(([file, targets]) => [file, new Set([...targets, ...(types.get(file) ?? [])])]),
  );
  return { loaded, types, both };
}

/**
 * Relative imports and re-exports, also by `import()`, `import =` and `require()`. With
 * `verbatimModuleSyntax` an import loads its module unless it is `import type`, even if all its
 * names are types.
 * @param {ts.SourceFile} file
 */
function findImports(file) {
  /** @type {{specifier: string, isType: boolean}[]} */
  const imports = [];
  const add = (/** @type {ts.Node | undefined} */ specifier, /** @type {boolean} */ isType) => {
    if (specifier && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.')) {
      imports.push({ specifier: specifier.text, isType });
    }
  };
  forEachNode(file, (node) => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node.importClause?.isTypeOnly === true);
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    } else if (ts.isExternalModuleReference(node)) {
      add(node.expression, false);
    } else if (ts.isCallExpression(node) && isLoad(node.expression)) {
      add(node.arguments[0], false);
    }
  });
  return imports;
}

/** @param {ts.Expression} called */
function isLoad(called) {
  return (
    called.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(called) && called.text === 'require')
  );
}

/**
 * The file of a relative import, if it is one of `paths`.
 * @param {string} specifier
 * @param {string} from the importing file, with a leading slash
 * @param {Pick<ReadonlySet<string>, 'has'>} paths
 */
export function resolveImport(specifier, from, paths) {
  const { resolvedModule } = ts.resolveModuleName(
    specifier,
    from,
    { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext },
    { fileExists: (name) => paths.has(name.slice(1)), readFile: () => undefined },
  );
  return resolvedModule?.resolvedFileName.slice(1);
}

/**
 * The strongly connected components that contain a cycle (Tarjan), each sorted.
 * @param {Graph} graph
 */
function findComponents(graph) {
  /** @type {Map<string, number>} */
  const index = new Map();
  /** @type {Map<string, number>} */
  const low = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const components = [];
  const visit = (/** @type {string} */ file) => {
    const own = index.size;
    index.set(file, own);
    stack.push(file);
    let least = own;
    for (const target of graph.get(file) ?? []) {
      if (!index.has(target)) {
        visit(target);
        least = Math.min(least, low.get(target) ?? own);
      } else if (stack.includes(target)) {
        least = Math.min(least, index.get(target) ?? own);
      }
    }
    low.set(file, least);
    if (least === own) {
      components.push(stack.splice(stack.indexOf(file)).sort());
    }
  };
  for (const file of graph.keys()) {
    if (!index.has(file)) {
      visit(file);
    }
  }
  return components.filter(
    ([first = '', ...others]) => others.length > 0 || graph.get(first)?.has(first),
  );
}

/**
 * The shortest cycle within a component that takes at least one import of `closing`.
 * @param {readonly string[]} component
 * @param {Graph} closing
 * @param {Graph} graph
 */
function findShortestCycle(component, closing, graph) {
  /** @type {string[] | undefined} */
  let shortest;
  for (const from of component) {
    for (const target of closing.get(from) ?? []) {
      const path = component.includes(target) ? findPath(target, from, graph) : undefined;
      if (path && (shortest === undefined || path.length < shortest.length - 1)) {
        shortest = [from, ...path];
      }
    }
  }
  return shortest ?? [];
}

/**
 * The shortest path by breadth-first search, both ends included.
 * @param {string} from
 * @param {string} to
 * @param {Graph} graph
 */
export function findPath(from, to, graph) {
  /** @type {Set<string>} */
  const seen = new Set([from]);
  /** @type {string[][]} */
  const paths = [[from]];
  for (const path of paths) {
    const last = path.at(-1) ?? '';
    if (last === to) {
      return path;
    }
    for (const target of graph.get(last) ?? []) {
      if (!seen.has(target)) {
        seen.add(target);
        paths.push([...path, target]);
      }
    }
  }
  return undefined;
}
