import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { connectClient } from '../support/mcp_client.js';
import { useMcpServer } from '../support/mcp_server.js';
import { send } from '../support/mcp_wire.js';

const keyed = useMcpServer({
  keys: [{ principal: 'planner', key: 'planner-key-0123456789', lists: ['*'] }],
});
const open = useMcpServer();

const ADDRESSES = [
  ['POST', '/register'],
  ['GET', '/authorize?response_type=code'],
  ['POST', '/token'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/.well-known/oauth-authorization-server/v1/lists/home/mcp'],
  ['GET', '/.well-known/oauth-protected-resource'],
  ['GET', '/.well-known/oauth-protected-resource/v1/lists/home/mcp'],
  ['GET', '/.well-known/openid-configuration'],
] as const;

describe('the addresses of OAuth', () => {
  it.each(ADDRESSES)('F11: %s %s says that there is none, and what to configure', async (method, path) => {
    for (const [server, instead] of [
      [keyed, '"Authorization: Bearer KEY"'],
      [open, 'asks for no key'],
    ] as const) {
      const url = `http://127.0.0.1:${server().port}${path}`;
      const body = method === 'POST' ? { body: 'grant_type=x' } : {};
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await send(url, { method, headers: method === 'POST' ? headers : {}, ...body });
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
      const problem = answer.json();
      expect(problem).toMatchObject({ code: 'ROUTE_NOT_FOUND', error: 'invalid_request' });
      expect(problem.error_description).toBe(`${problem.detail} ${problem.hint}`);
      expect(problem.error_description).toContain('This service has no OAuth');
      expect(problem.error_description).toContain(instead);
    }
  });

  it('F11: are read by a page of this machine, as MCP clients in a browser do', async () => {
    const url = `http://127.0.0.1:${keyed().port}/.well-known/oauth-protected-resource`;
    const answer = await send(url, { method: 'GET', headers: { origin: 'http://localhost:6274' } });
    expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:6274');
  });
});

describe('a client without a key', () => {
  it('F11: shows that a key is needed and how it is given', async () => {
    await expect(connectClient(keyed().urlOf('home'))).rejects.toThrow(/Authorization: Bearer KEY/);
  });

  it('F11: shows what to configure when it looks for OAuth', async () => {
    const authProvider: OAuthClientProvider = {
      redirectUrl: 'http://localhost:1/callback',
      clientMetadata: { redirect_uris: ['http://localhost:1/callback'] },
      clientInformation: () => undefined,
      saveClientInformation: () => {},
      tokens: () => undefined,
      saveTokens: () => {},
      redirectToAuthorization: () => {},
      saveCodeVerifier: () => {},
      codeVerifier: () => 'x',
    };
    const transport = new StreamableHTTPClientTransport(new URL(keyed().urlOf('home')), { authProvider });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await expect(client.connect(transport)).rejects.toThrow(/no OAuth.*Authorization: Bearer KEY/s);
  });
});
