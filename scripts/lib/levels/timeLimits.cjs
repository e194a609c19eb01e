// @ts-check

/**
 * The limits of tests are for a machine that does nothing else. They end tests that hang, so a busy machine gets
 * this many times as long.
 */
const BUSY_FACTOR = 4;

/**
 * @param {Mocha.Suite} suite
 * @returns {void}
 */
function extend(suite) {
  const names = /** @type {const} */ (['beforeAll', 'beforeEach', 'afterEach', 'afterAll']);
  const hooks = names.flatMap((name) => suite.getHooks(name));
  for (const one of [...suite.tests, ...hooks]) {
    one.timeout(BUSY_FACTOR * one.timeout());
  }
  suite.suites.forEach(extend);
}

/** Mocha runs it once per process, after it has loaded the files. */
exports.mochaHooks = {
  /** @this {Mocha.Context} */
  beforeAll() {
    const root = this.test?.parent;
    if (root) {
      extend(root);
    }
  },
};
