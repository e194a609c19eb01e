/**
 * `it` for a test that gives files to another user, or runs as one. The system allows that only to
 * root; for others the test is skipped, and `npm test` prints why.
 */
export function itAsRoot(title: string, test: Mocha.Func | Mocha.AsyncFunc): void {
  // Read at each call: for each file that a process runs, mocha sets an `it` of its own.
  const register = process.getuid?.() === 0 ? it : it.skip;
  register(title, test as Mocha.AsyncFunc);
}
