import type { Caller } from '../../src/log/caller.js';

export const CALLER: Caller = {
  principal: 'anonymous',
  agent: 'agent-7',
  session: 's-1',
  requestId: 'request-1',
  toolCallId: null,
};
