// @ts-check

/** The platforms with their own native modules; all others use the universal package. */
export const TARGETS = /** @type {const} */ ([
  'linux-x64',
  'linux-arm64',
  'darwin-x64',
  'darwin-arm64',
  'win32-x64',
  'win32-arm64',
]);

/** The package without native modules, which uses VS Code's own node-pty. */
export const UNIVERSAL = /** @type {const} */ ('universal');

/** @typedef {typeof TARGETS[number] | typeof UNIVERSAL} Target */

/** @returns {Target} the target for this machine */
export function hostTarget() {
  const own = `${process.platform}-${process.arch}`;
  return TARGETS.find((target) => target === own) ?? UNIVERSAL;
}

/**
 * @param {Target} target
 * @param {string} version
 */
export function vsixName(target, version) {
  const suffix = target === UNIVERSAL ? '' : `-${target}`;
  return `agent-terminals${suffix}-${version}.vsix`;
}
