import { BenchContext } from './benchContext';
import type { HostClient } from '../../src/host/client/hostClient';
import { HostHome } from './hostHome';

/** A session host with a window's client, and a context whose sessions live in it. */
export interface Hosted {
  readonly home: HostHome;
  readonly client: HostClient;
  readonly context: BenchContext;
  /** Of the host's process. */
  readonly pid: number;
}

/** Gives `use` a session host of its own, which ends with it. */
export async function withHost<T>(use: (hosted: Hosted) => Promise<T>): Promise<T> {
  const home = await HostHome.make();
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
