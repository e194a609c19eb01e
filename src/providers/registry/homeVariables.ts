import { BUILT_IN_PROVIDERS } from '../catalog/builtInProviders';

/**
 * The variables that move the folder in which some CLI stores its conversations, such as
 * `CLAUDE_CONFIG_DIR`. Their values are paths and no secrets.
 */
export const HOME_VARIABLES: ReadonlySet<string> = new Set([
  'HOME',
  'USERPROFILE',
  ...BUILT_IN_PROVIDERS.flatMap(({ transcripts }) =>
    transcripts.kind === 'none' ? [] : (transcripts.home.env ?? []),
  ),
]);
