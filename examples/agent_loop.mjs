// An agent's loop in its barest form: the model is given the tools, each call goes to the service, the answer's text goes back.
// Run it with the service up: node examples/agent_loop.mjs
const LIST = process.env.TASKLATCH_LIST ?? 'http://127.0.0.1:3000/v1/lists/agent-demo';

/** Your model goes here: it gets the conversation and the tools, and answers with one tool call, or null when it is done. */
function scriptedModel(turns) {
  return async (_conversation, _tools) => turns.shift() ?? null;
}

async function callTool({ name, arguments: args }) {
  const response = await fetch(`${LIST}/tools/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'tasklatch-agent': 'demo' },
    body: JSON.stringify(args),
  });
  // Successes and refusals both carry `text`: what the model reads. A refusal says how to repair the call.
  return (await response.json()).text;
}

const { tools } = await (await fetch(new URL('/v1/tools', LIST))).json();
console.log(`The model sees: ${tools.map(({ name }) => name).join(', ')}`);

const model = scriptedModel([
  { name: 'task_create', arguments: { subject: 'Write the parser', priority: 'high' } },
  { name: 'task_create', arguments: { subject: 'Write its tests', blockedBy: ['1'] } },
  { name: 'task_update', arguments: { id: '1', expectedVersion: 1, patch: { status: 'Done' } } },
  { name: 'task_update', arguments: { id: '1', expectedVersion: 1, patch: { status: 'done' } } },
  { name: 'task_list', arguments: { ready: true } },
]);
const conversation = [];
for (let call = await model(conversation, tools); call; call = await model(conversation, tools)) {
  const text = await callTool(call);
  conversation.push({ call, text });
  console.log(`\n> ${call.name} ${JSON.stringify(call.arguments)}\n${text}`);
}
