import * as z from 'zod';

/**
 * Node's report of this process. Its types do not have `excludeNetwork` yet, without which each address
 * is looked up in DNS.
 */
type ProcessReport = NodeJS.ProcessReport & { excludeNetwork: boolean };

const REPORT = z.object({
  libuv: z.array(z.object({ type: z.string() }).loose()),
});

/** A socket that listens has no remote end. */
const LISTENER = z.object({
  type: z.literal('tcp'),
  localEndpoint: z.object({ port: z.number() }),
  remoteEndpoint: z.null().optional(),
});

/**
 * The TCP ports at which this process listens, whichever extension has opened them. No system call
 * lists them on all platforms, and a list by a program of the system takes longer than a start.
 */
export function readListeningPorts(): ReadonlySet<number> {
  const parsed = REPORT.safeParse(readReport());
  const handles = parsed.success ? parsed.data.libuv : [];
  return new Set(
    handles.flatMap((handle) => {
      const listener = LISTENER.safeParse(handle);
      return listener.success ? [listener.data.localEndpoint.port] : [];
    }),
  );
}

function readReport(): unknown {
  const report = process.report as ProcessReport;
  const { excludeNetwork } = report;
  report.excludeNetwork = true;
  try {
    return report.getReport();
  } catch {
    // A runtime can be built without reports. Then no port is known, and agents get no link.
    return undefined;
  } finally {
    report.excludeNetwork = excludeNetwork;
  }
}
