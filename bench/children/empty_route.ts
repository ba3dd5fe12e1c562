import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { serveJobs } from './serve.js';

/** The least that a service on Fastify does: one route with nothing behind it, and default options. */
const app = fastify();
app.get('/', async () => ({ ok: true }));

serveJobs<object, number>(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port; // it listens on a port, not on a pipe
});
