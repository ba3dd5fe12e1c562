import type { Database, Engine } from '../../src/database/database.js';
import { verifyKey, verifyLog } from '../../src/log/verify.js';
import { tasks } from '../../src/tasks/sql/log.js';

/** Plays every list from its audit log and compares it with the tables. */
export const verify = (engine: Engine) => verifyLog(engine, tasks);

/** The same of one list. */
export const verifyList = (database: Database, list: string) => verifyKey(database, tasks, list);
