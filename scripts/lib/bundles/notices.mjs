// @ts-check

const RULE = '-'.repeat(80);

/** The name of the file with the licences of the packages that a directory contains code of. */
export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/**
 * The text of that file.
 * @param {readonly import('./bundledPackages.mjs').BundledPackage[]} packages
 */
export function formatNotices(packages) {
  const parts = packages.map(({ name, version, license, notice }) =>
    [RULE, `${name} ${version} (${license})`, RULE, '', notice, ''].join('\n'),
  );
  return ['This directory contains code of these packages, under their own licences.', '', ...parts]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
