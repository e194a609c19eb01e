import { verifiedConnection } from '../../endpoint/verifiedConnection';
import type { Endpoint } from './endpoint';

/** The address of a request, and the options by which `http` and `ws` connect to it. */
export interface Dialled {
  /** Of HTTP; its host is of no meaning for a socket. */
  readonly url: URL;
  readonly options: { readonly createConnection?: ReturnType<typeof verifiedConnection> };
}

/** Through a socket, the token is sent only after the window has proved that it has it. */
export function dial({ address, token }: Endpoint, path: string): Dialled {
  return address.kind === 'url'
    ? { url: new URL(path, address.url), options: {} }
    : {
        url: new URL(path, 'http://localhost'),
        options: { createConnection: verifiedConnection({ socket: address.path, token }) },
      };
}

/** The address, for the person to read. */
export function formatAddress({ address }: Endpoint): string {
  return address.kind === 'url' ? address.url : address.path;
}
