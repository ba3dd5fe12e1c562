/** A text that a runtime offers its user or its model by name: what an MCP prompt without arguments is. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly text: string;
}

/** It names core tools only, so that it holds wherever it is offered. */
export const PROTOCOL_PROMPT: Prompt = {
  name: 'work_protocol',
  title: 'Work through the tasks',
  description: 'The loop to work by: find a ready task, start it, work, verify, complete, go on.',
  text: [
    'Work through the tasks in Tasklatch, one at a time, in this loop:',
    '',
    '1. Find. Call task_list with status in_progress: what you started comes first. Else call it with ready true and order priority.',
    '2. Read. Pick one task and call task_get with its id. Note its version.',
    '3. Start. Call task_update with that expectedVersion and patch {"status":"in_progress"}. You have started only when the answer says so.',
    '4. Work on this task alone. For work that turns up on the way, call task_create; do it in its own turn.',
    '5. Verify. Run what proves the result and look at what it prints.',
    '6. Complete. Call task_update with the version of the last answer and patch {"status":"done"}. The answer names the tasks that this unblocked.',
    '7. Go on at 1. When nothing is in progress and nothing is ready, report from a fresh task_list, not from memory.',
    '',
    'When it does not go straight on:',
    '',
    '- STALE_VERSION: somebody changed the task. Read what changed and how it is now, decide again, and send the version that the refusal names.',
    '- INVALID_INPUT: correct each issue as its message says and call again. It stored nothing.',
    '- BLOCKED: the refusal names the tasks that come first. Put yours back to pending if you had started it, and take one of those.',
    '- TASK_NOT_FOUND or TASK_DELETED: call task_list. Do not create the task anew.',
    '- RATE_LIMITED, CONTENTION or STORE_UNAVAILABLE: wait a little, then repeat the call unchanged.',
    '- No answer: repeat the call unchanged, with the same idempotencyKey.',
    '- Your task waits for other work: create that task, then send patch {"status":"pending","addBlockedBy":["7"]} with its id for 7.',
    '- Your task waits for a person or for access: send patch {"status":"blocked"}, tell your user what is missing, and go on with another task.',
    '- It cannot be verified: leave it in_progress and tell your user what is missing.',
  ].join('\n'),
};
