// The hook that keeps an agent to Tasklatch. Its runtime pipes one JSON object in and reads one, or nothing, from
// the output. It never fails: what it cannot read it lets pass. It speaks to four runtimes:
//   Claude Code  https://code.claude.com/docs/en/hooks
//   Codex        https://developers.openai.com/codex/hooks
//   Gemini CLI   https://geminicli.com/docs/hooks/reference
//   Cursor       https://cursor.com/docs/hooks
import { text } from 'node:stream/consumers';
import { refusalOf } from './fence.mjs';
import { sessionContext } from './session.mjs';

/** From the name of an event, which is another in each of them, to what answers it. */
const ANSWERS = new Map([
  ['PreToolUse', answerClaudeCodeOrCodex],
  ['BeforeTool', answerGeminiCli],
  ['preToolUse', answerCursor],
  ['SessionStart', startSession],
  ['sessionStart', startCursorSession],
]);

function answerClaudeCodeOrCodex({ hook_event_name, tool_name, tool_input }) {
  const permissionDecisionReason = refusalOf(tool_name, tool_input, 'mcp__tasklatch__');
  if (permissionDecisionReason === null) return null;
  return output(hook_event_name, { permissionDecision: 'deny', permissionDecisionReason });
}

function answerGeminiCli({ tool_name, tool_input }) {
  const reason = refusalOf(tool_name, tool_input, 'mcp_tasklatch_');
  return reason === null ? null : { decision: 'deny', reason };
}

/** Cursor blocks a call that is not answered. */
function answerCursor({ tool_name, tool_input }) {
  const reason = refusalOf(tool_name, tool_input, '');
  return reason === null
    ? { permission: 'allow' }
    : { permission: 'deny', user_message: reason, agent_message: reason };
}

async function startSession({ hook_event_name }) {
  return output(hook_event_name, { additionalContext: await sessionContext() });
}

async function startCursorSession() {
  return { additional_context: await sessionContext() };
}

function output(hookEventName, specific) {
  return { hookSpecificOutput: { hookEventName, ...specific } };
}

async function readEvent() {
  try {
    const event = JSON.parse(await text(process.stdin));
    return event !== null && typeof event === 'object' ? event : {};
  } catch {
    return {};
  }
}

const event = await readEvent();
const answer = await ANSWERS.get(event.hook_event_name)?.(event);
if (answer) process.stdout.write(JSON.stringify(answer));
