/**
 * `it` for a test that gives files to another user, or runs as one. The system allows that only to
 * root; for others the test is skipped, and `npm test` prints why.
 */
export const itAsRoot: Mocha.PendingTestFunction | Mocha.TestFunction =
  process.getuid?.() === 0 ? it : it.skip;
