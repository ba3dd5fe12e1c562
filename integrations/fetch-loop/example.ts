import { runAgent } from './anthropic.ts';
import { anthropicModel } from './models.ts';

const PROMPT =
  'Plan a parser, its tests and its release as three tasks that wait for each other. Start the first.';

const [name = 'claude-sonnet-4-5', prompt = PROMPT] = process.argv.slice(2);
const model = anthropicModel({ model: name, key: process.env.ANTHROPIC_API_KEY ?? '' });
console.log(await runAgent({ model, prompt, list: 'first-agent' }));
