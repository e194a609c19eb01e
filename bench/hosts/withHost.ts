import { BenchContext } from './benchContext';
import type { HostClient } from '../../src/host/client/hostClient';
import { HostHome } from './hostHome';

/** A session host with a client, and a context whose sessions run in it. */
export interface Hosted {
  readonly home: HostHome;
  readonly client: HostClient;
  readonly context: BenchContext;
  /** Process id of the session host. */
  readonly pid: number;
}

/** Calls `use` with a new session host, which is ended once `use` has settled. */
export async function withHost<T>(use: (hosted: Hosted) => Promise<T>): Promise<T> {
  const home = await HostHome.create();
  try {
    const { pid } = await home.access().ensure();
    const client = await home.openClient();
    const context = new BenchContext(undefined, () => client);
    try {
      return await use({ home, client, context, pid });
    } finally {
      await context.shutdown();
      context.dispose();
    }
  } finally {
    await home.end();
  }
}
