import { withHost } from '../hosts/withHost';
import { fillSessions, waitForCompression, type FillOptions } from '../loads/fillSessions';
import { residentMbOf } from './processStats';
import type { Memory } from './runMemoryTrial';

/**
 * Measures a new session host with filled sessions once the screens of those without a viewer are compressed. Reports
 * by `onFilled` that it only waits for that.
 */
export function measureHostMemory(load: FillOptions, onFilled = (): void => {}): Promise<Memory> {
  return withHost(async ({ context, pid }) => {
    await fillSessions(context, load);
    onFilled();
    await waitForCompression();
    return { rss: residentMbOf(pid), used: NaN };
  });
}
