import { formatAddress, verifiedConnection } from '../../endpoint/verifiedConnection';
import type { Endpoint } from './endpoint';

/** The address of a request, and the option by which `http` and `ws` connect to it. */
interface ConnectionOptions {
  /** Of HTTP; for a socket its host is of no meaning. */
  readonly url: URL;
  readonly createConnection: ReturnType<typeof verifiedConnection>;
}

/** The connection sends the token only after the window has proved that it has it. */
export function buildConnectionOptions(
  { address, token }: Endpoint,
  path: string,
): ConnectionOptions {
  const host = address.kind === 'socket' ? 'localhost' : formatAddress(address);
  return {
    url: new URL(path, `http://${host}`),
    createConnection: verifiedConnection({ address, token }),
  };
}
