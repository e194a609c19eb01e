// @ts-check

/** @typedef {Pick<import('./systemTools.mjs').SystemTool, 'packages' | 'otherPackages'>} Installable */

/**
 * Installs each tool by itself: a package that this system does not have would prevent the installation of all
 * others in the same call.
 * @param {readonly Installable[]} tools
 * @param {(packages: readonly string[]) => Promise<void>} install rejects if one of the packages is not available
 * @returns {Promise<readonly unknown[]>} the errors of the tools that could not be installed
 */
export async function installTools(tools, install) {
  /** @type {unknown[]} */
  const errors = [];
  for (const { packages, otherPackages } of tools) {
    const first = install(packages);
    const installed = otherPackages ? first.catch(() => install(otherPackages)) : first;
    await installed.catch((error) => errors.push(error));
  }
  return errors;
}
