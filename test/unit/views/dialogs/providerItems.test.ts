import assert from 'node:assert/strict';
import type { ProviderStatus } from '../../../../src/providers/model/providerStatus';
import { buildProviderItems } from '../../../../src/views/dialogs/providerItems';

describe('buildProviderItems', () => {
  const status = (providerId: string, overrides: Partial<ProviderStatus>): ProviderStatus => ({
    providerId,
    name: providerId.toUpperCase(),
    path: undefined,
    version: undefined,
    installCommand: undefined,
    verified: true,
    lookedIn: [],
    problem: undefined,
    ...overrides,
  });
  const STATUSES = [
    status('a', { installCommand: 'npm i a' }),
    status('b', { path: '/bin/b', version: '1.2' }),
    status('c', { path: '/bin/c', verified: false }),
    status('d', { path: '/bin/d', problem: 'Another program of that name is there.' }),
    status('e', { verified: false }),
  ];

  for (const [preferred, expected] of [
    ['c', 'cbade'],
    ['e', 'bcead'],
    [undefined, 'bcade'],
  ] as const) {
    it(`lists installed providers, then the others, with ${preferred ?? 'none'} preferred in its group`, () => {
      const items = buildProviderItems(STATUSES, preferred);
      assert.equal(items.map(({ providerId }) => providerId).join(''), expected);
    });
  }

  it('describes each provider', () => {
    const lines = buildProviderItems(STATUSES, undefined).map(
      ({ label, description, detail }) => `${label}: ${description}; ${detail}`,
    );
    assert.deepEqual(lines, [
      'B: 1.2; /bin/b',
      'C: installed · flags not verified; /bin/c',
      'A: not installed; Install: npm i a',
      'D: not installed; Another program of that name is there.',
      'E: not installed · flags not verified; ',
    ]);
  });
});
