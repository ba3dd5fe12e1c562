import { run as heyApi } from './hey_api';
import { run as oazapfts } from './oazapfts';
import { run as openapiFetch } from './openapi_fetch';
import { run as orval } from './orval';
import type { Report } from './place';
import { run as swaggerTypescriptApi } from './swagger_typescript_api';

/** Runs every program, each on a list of its own, and prints what they report. */

const [, , url = '', key = ''] = process.argv;

const programs = {
  'hey-api': heyApi,
  oazapfts,
  'openapi-fetch': openapiFetch,
  orval,
  'swagger-typescript-api': swaggerTypescriptApi,
};

const reports: Record<string, Report | string> = {};
for (const [list, run] of Object.entries(programs)) {
  reports[list] = await run({ url, key, list }).catch((error) =>
    String(error.stack ?? JSON.stringify(error)),
  );
}
console.log(JSON.stringify(reports));
