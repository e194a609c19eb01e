/** The provider that is started where no setting and no argument names another. */
export const DEFAULT_PROVIDER_ID = 'claude';
