import { GoogleGenAI } from '@google/genai';
import { runAgent } from './agent.ts';

const PROMPT =
  'Plan a parser, its tests and its release as three tasks that wait for each other. Start the first.';

const [name = 'gemini-2.5-flash', prompt = PROMPT] = process.argv.slice(2);
const { models } = new GoogleGenAI({});
const answer = await runAgent({
  model: (request) => models.generateContent({ model: name, ...request }),
  prompt,
  list: 'first-agent',
});
console.log(answer);
