import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidInput } from '../refusals/refusal.js';
import { refuseRepeatedHeaders } from './repeated_headers.js';
import { judgeHead } from './request_head.js';

/** What every request must be, wherever it goes. */
export function registerAdmission(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    judgeHead(request.raw);
    requireHost(request);
    refuseRepeatedHeaders(request.raw);
    done();
  });
}

/** RFC 9112 section 3.2. Node would answer by itself, with an empty body. */
function requireHost({ raw }: FastifyRequest): void {
  if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return;
  throw invalidInput([{ path: 'Host', code: 'required', message: 'The header Host is missing; send it.' }]);
}
