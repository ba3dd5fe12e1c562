import createClient from 'openapi-fetch';
import { connect, type Place } from '../tasklatch.ts';
import type { paths } from './schema.d.ts';

/** A client that knows every route, argument and answer of the service; the list is named in each call. */
export function createTasklatchClient(place: Place = {}) {
  const { url, headers } = connect({ agent: 'typed-client', ...place });
  return createClient<paths, `application/${string}`>({ baseUrl: url, headers: { ...headers } });
}
