/**
 * The address under which callers reach the service, without a slash at its end; null where nothing is said.
 * It may have a path, for a proxy that serves the service below one.
 */
export function readPublicUrl(text: string | undefined): { url: string | null; problems: string[] } {
  if (text === undefined) return { url: null, problems: [] };
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol);
  // Who calls has a key of their own; a query or a fragment would end up before the path of each call.
  const isPlain = isWeb && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isPlain) return { url: null, problems: [PROBLEM] };
  return { url: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), problems: [] };
}

// A value with a password in it is not repeated.
const PROBLEM =
  'PUBLIC_URL is not valid; it must be an http or https URL without user, query and fragment, such as https://tasks.example.com';
