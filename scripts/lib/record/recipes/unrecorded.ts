const NO_PACKAGE = 'no npm package';
const DOWNLOADS = 'its npm package downloads the program from elsewhere';
const NOT_PUBLISHED = 'its npm package is not in the registry';
const MISSING = 'a package that it needs is not in the registry';

/** Why the screens of a CLI are not recorded, by the id of its provider. */
export const UNRECORDED: Readonly<Record<string, string>> = {
  aider: NO_PACKAGE,
  antigravity: NO_PACKAGE,
  autohand: NOT_PUBLISHED,
  codebuddy: NOT_PUBLISHED,
  codebuff: DOWNLOADS,
  crush: DOWNLOADS,
  cursor: NO_PACKAGE,
  devin: NO_PACKAGE,
  freebuff: NOT_PUBLISHED,
  goose: NO_PACKAGE,
  hermes: NO_PACKAGE,
  jules: DOWNLOADS,
  junie: NO_PACKAGE,
  kiro: NO_PACKAGE,
  mcode: NOT_PUBLISHED,
  mimocode: NOT_PUBLISHED,
  mistral: NO_PACKAGE,
  'oh-my-pi': MISSING,
  rovo: NO_PACKAGE,
  zero: NOT_PUBLISHED,
};
