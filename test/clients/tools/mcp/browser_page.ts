import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { JSDOM, VirtualConsole } from 'jsdom';

/** Opens a page in each origin that calls the service as a browser lets it, and prints what it could do. */

const [, , _modules = '', service = '', key = '', ...origins] = process.argv;

/** fetch on top of the page's XMLHttpRequest, which holds the page to CORS as a browser does. */
function fetchOf(origin: string): typeof fetch {
  const { window } = new JSDOM('', { url: origin, virtualConsole: new VirtualConsole() });
  return (url, { method = 'GET', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const request = new window.XMLHttpRequest();
      request.open(method, String(url));
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError('Failed to fetch'));
      request.send(typeof body === 'string' ? body : null);
    });
}

/** With the headers that the page may read, and no others. */
function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const isEmpty = [204, 205, 304].includes(request.status);
  return new Response(isEmpty ? null : request.responseText, { status: request.status, headers });
}

async function overMcp(pageFetch: typeof fetch, url: string) {
  const client = new Client({ name: 'a-page', version: '1.0.0' });
  const headers = { Authorization: `Bearer ${key}`, 'Tasklatch-Agent': 'a-page' };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { fetch: pageFetch, requestInit: { headers } }),
  );
  const { tools } = await client.listTools();
  const answer = await client.callTool({ name: 'task_create', arguments: { subject: 'By a page' } });
  await client.close();
  return { tools: tools.length, created: answer.content };
}

async function overRest(pageFetch: typeof fetch, url: string) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/merge-patch+json' };
  const got = await pageFetch(`${url}/tasks/1`, { headers });
  const etag = got.headers.get('etag') ?? '';
  const patch = { method: 'PATCH', body: JSON.stringify({ status: 'done' }) };
  const done = await pageFetch(`${url}/tasks/1`, { ...patch, headers: { ...headers, 'If-Match': etag } });
  const stale = await pageFetch(`${url}/tasks/1`, { ...patch, headers: { ...headers, 'If-Match': etag } });
  const keyless = await pageFetch(`${url}/tasks/1`, { headers: { Accept: 'text/plain' } });
  return {
    etags: [etag, done.headers.get('etag')],
    stale: (await stale.json()).code,
    named: stale.headers.get('x-request-id') !== null,
    keyless: [keyless.status, keyless.headers.get('www-authenticate')],
  };
}

const reports: Record<string, unknown> = {};
for (const [index, origin] of origins.entries()) {
  const url = `${service}/v1/lists/page-${index}`;
  const page = fetchOf(origin);
  const told = (error: unknown) => String(error);
  reports[origin] = [await overMcp(page, `${url}/mcp`).catch(told), await overRest(page, url).catch(told)];
}
console.log(JSON.stringify(reports));
process.exit(0);
