import type { Action, AuditEntry, FieldChange } from '../changes.js';
import { toInstant } from './rows.js';

/** The columns of an AuditRow. */
export const AUDIT_COLUMNS = `version, number, task_version, action, changes, reason, principal, agent, session, tool, request_id,
    tool_call_id,    at AT TIME ZONE 'UTC' AS at`;

export interface AuditRow {
  version: number;
  number: number;
  task_version: number;
  action: Action;
  changes: FieldChange[];
  reason: string | null;
  principal: string;
  agent: string | null;
  session: string | null;
  tool: string;
  request_id: string;
  tool_call_id: string | null;
  at: string;
}

export function toAuditEntry(row: AuditRow): AuditEntry {
  const { version, number, action, changes, reason, principal, agent, session, tool } = row;
  const caller = { principal, agent, session, requestId: row.request_id, toolCallId: row.tool_call_id };
  return {
    version,
    number,
    taskVersion: row.task_version,
    action,
    changes,
    reason,
    caller,
    tool,
    at: toInstant(row.at),
  };
}
