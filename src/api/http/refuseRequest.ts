import type { ServerResponse } from 'node:http';
import { API_STATUS, formatApiError, type ApiError } from '../../operations/apiError';

/** Responds with an error without reading the request's body, so the connection is closed afterwards. */
export function refuseRequest(response: ServerResponse, error: ApiError): void {
  response.writeHead(API_STATUS[error.code], {
    connection: 'close',
    'content-type': 'application/json',
  });
  response.end(JSON.stringify(formatApiError(error)));
}
