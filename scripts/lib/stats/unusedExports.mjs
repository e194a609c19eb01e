// @ts-check
import ts from 'typescript';
import { resolveImport } from './importCycles.mjs';
import { forEachNode, pathOf, placeOf } from './sources.mjs';

/** Files whose exports are for programs outside of the repository: VS Code, other extensions, scripts. */
const ENTRY_POINTS = [
  'src/entry.ts',
  'src/main/headless.ts',
  'src/publishedApi.ts',
  'src/client/index.ts',
];

/** Stands for all exports, which a namespace import or `export *` uses. */
const EVERYTHING = '*';

/**
 * The exports of `src` that no other file imports, as "src/base/clock.ts:12 Clock".
 * @param {readonly ts.SourceFile[]} files of `src` and of all that may import it
 * @returns {string[]}
 */
export function findUnusedExports(files) {
  const imported = collectImports(files);
  return files
    .filter((file) => pathOf(file).startsWith('src/') && !ENTRY_POINTS.includes(pathOf(file)))
    .flatMap((file) => {
      const names = imported.get(pathOf(file)) ?? new Set();
      return names.has(EVERYTHING)
        ? []
        : listExports(file)
            .filter(({ text }) => !names.has(text))
            .map(format);
    });
}

/** @param {ts.Identifier} name */
function format(name) {
  return `${placeOf(name)} ${name.text}`;
}

/**
 * By file, the names that other files import from it.
 * @param {readonly ts.SourceFile[]} files
 */
function collectImports(files) {
  const paths = new Set(files.map(pathOf));
  /** @type {Map<string, Set<string>>} */
  const imported = new Map();
  for (const file of files) {
    for (const { specifier, names } of findImportedNames(file)) {
      const target = resolveImport(specifier, file.fileName, paths);
      if (target !== undefined) {
        const known = imported.get(target) ?? new Set();
        imported.set(target, known);
        names.forEach((name) => known.add(name));
      }
    }
  }
  return imported;
}

/**
 * @param {ts.SourceFile} file
 * @returns {{specifier: string, names: readonly string[]}[]}
 */
function findImportedNames(file) {
  /** @type {{specifier: string, names: readonly string[]}[]} */
  const found = [];
  const add = (
    /** @type {ts.Node | undefined} */ specifier,
    /** @type {readonly string[]} */ names,
  ) => {
    if (specifier && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.')) {
      found.push({ specifier: specifier.text, names });
    }
  };
  forEachNode(file, (node) => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, namesOf(node.importClause?.namedBindings));
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, namesOf(node.exportClause));
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, [node.qualifier?.getText() ?? EVERYTHING]);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], [EVERYTHING]);
    }
  });
  return found;
}

/** @param {ts.NamedImportBindings | ts.NamedExportBindings | undefined} bindings */
function namesOf(bindings) {
  return bindings && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings))
    ? bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
    : [EVERYTHING];
}

/**
 * The names of the declarations that a file exports; not those that it exports from elsewhere.
 * @param {ts.SourceFile} file
 * @returns {ts.Identifier[]}
 */
function listExports(file) {
  return file.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
      return [];
    }
    const declarations = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : [/** @type {ts.DeclarationStatement} */ (statement)];
    return declarations.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name] : []));
  });
}
