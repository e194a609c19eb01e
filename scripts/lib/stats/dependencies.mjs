// @ts-check
import ts from 'typescript';
import { forEachNode, placeOf } from './sources.mjs';

/** More dependencies than this suggest that a class has two jobs. */
export const MOST_DEPENDENCIES = 6;

/** @typedef {{name: string, place: string, dependencies: number}} WideClass */

/** The names of types whose members are the dependencies of a class. */
const BAG_NAME = /Deps$/;

/** TypeScript's own types with all or some of the members of their first argument. */
const MEMBER_SELECTIONS = ['Omit', 'Partial', 'Pick', 'Readonly', 'Required'];

/**
 * Classes whose constructor takes more than {@link MOST_DEPENDENCIES}, most first. A parameter
 * counts as one, an object of dependencies (a `*Deps` type of these files, or a type literal) as
 * its members.
 * @param {readonly ts.SourceFile[]} files
 * @returns {WideClass[]}
 */
export function findWideClasses(files) {
  const checker = createChecker(files);
  /** @type {WideClass[]} */
  const classes = [];
  for (const file of files) {
    forEachNode(file, (node) => {
      if (ts.isClassLike(node)) {
        const dependencies = countDependencies(node, checker);
        const name = node.name?.text ?? '(anonymous)';
        classes.push({ name, place: placeOf(node), dependencies });
      }
    });
  }
  return classes
    .filter(({ dependencies }) => dependencies > MOST_DEPENDENCIES)
    .sort((one, other) => other.dependencies - one.dependencies);
}

/**
 * @param {ts.ClassLikeDeclaration} node
 * @param {ts.TypeChecker} checker
 */
function countDependencies(node, checker) {
  const constructor = node.members.find(
    (member) => ts.isConstructorDeclaration(member) && member.body !== undefined,
  );
  if (constructor === undefined || !ts.isConstructorDeclaration(constructor)) {
    return 0;
  }
  return constructor.parameters.reduce(
    (sum, { type }) =>
      sum +
      (type !== undefined && isBag(type, checker)
        ? checker.getTypeFromTypeNode(type).getProperties().length
        : 1),
    0,
  );
}

/**
 * @param {ts.TypeNode} type
 * @param {ts.TypeChecker} checker
 * @returns {boolean}
 */
function isBag(type, checker) {
  if (ts.isParenthesizedTypeNode(type)) {
    return isBag(type.type, checker);
  }
  if (ts.isIntersectionTypeNode(type)) {
    return type.types.some((part) => isBag(part, checker));
  }
  if (!ts.isTypeReferenceNode(type)) {
    return ts.isTypeLiteralNode(type);
  }
  const name = type.typeName.getText();
  const [first] = type.typeArguments ?? [];
  if (first !== undefined && MEMBER_SELECTIONS.includes(name)) {
    return isBag(first, checker);
  }
  return BAG_NAME.test(name) && isDeclared(type.typeName, checker);
}

/**
 * Whether these files declare the type: the members of types of other packages are unknown.
 * @param {ts.EntityName} name
 * @param {ts.TypeChecker} checker
 */
function isDeclared(name, checker) {
  const symbol = checker.getSymbolAtLocation(name);
  const target =
    symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias
      ? checker.getAliasedSymbol(symbol)
      : symbol;
  const declarations = target?.declarations ?? [];
  return declarations.some(
    (one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one),
  );
}

/**
 * A checker of only these files, with a minimum of TypeScript's own types: packages are not read.
 * @param {readonly ts.SourceFile[]} files
 */
function createChecker(files) {
  const options = { ...ts.getDefaultCompilerOptions(), ...OPTIONS };
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram({
    rootNames: [...byName.keys()],
    options,
    host: {
      ...host,
      getCurrentDirectory: () => '/',
      getSourceFile: (name, ...rest) => byName.get(name) ?? host.getSourceFile(name, ...rest),
      fileExists: (name) => byName.has(name),
      directoryExists: () => true,
    },
  });
  return program.getTypeChecker();
}

/** @type {ts.CompilerOptions} */
const OPTIONS = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es5.d.ts'],
  types: [],
  strict: true,
  noEmit: true,
};
