/** The provider that starts if no setting and no argument names another. */
export const DEFAULT_PROVIDER_ID = 'claude';
