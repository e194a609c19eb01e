/** What was typed cannot be carried out as it stands; `message` says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
