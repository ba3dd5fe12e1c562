import { runAgent } from './agent.ts';

const PROMPT =
  'Plan a parser, its tests and its release as three tasks that wait for each other. Start the first.';

const [model = 'openai/gpt-5', prompt = PROMPT] = process.argv.slice(2);
console.log(await runAgent({ model, prompt, list: 'first-agent' }));
