import type { ProviderStatus } from '../../providers/model/providerStatus';

interface ProviderItem {
  readonly providerId: string;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly isInstalled: boolean;
}

/**
 * Returns the installed providers first, so that Enter starts one of them; within both groups the
 * preferred provider first, then the order of `statuses`.
 */
export function buildProviderItems(
  statuses: readonly ProviderStatus[],
  preferredId: string | undefined,
): readonly ProviderItem[] {
  const rank = ({ providerId, isInstalled }: ProviderItem): number =>
    (isInstalled ? 0 : 2) + (providerId === preferredId ? 0 : 1);
  return statuses.map(buildItem).sort((one, other) => rank(one) - rank(other));
}

export function isInstalled({ path, problem }: ProviderStatus): boolean {
  return path !== undefined && problem === undefined;
}

function buildItem(status: ProviderStatus): ProviderItem {
  const installed = isInstalled(status);
  const state = installed ? (status.version ?? 'installed') : 'not installed';
  return {
    providerId: status.providerId,
    label: status.name,
    description: status.verified ? state : `${state} · flags not verified`,
    detail: installed ? (status.path ?? '') : describeAbsence(status),
    isInstalled: installed,
  };
}

function describeAbsence({ problem, installCommand }: ProviderStatus): string {
  const install = installCommand === undefined ? [] : [`Install: ${installCommand}`];
  return [...(problem === undefined ? [] : [problem]), ...install].join(' ');
}
