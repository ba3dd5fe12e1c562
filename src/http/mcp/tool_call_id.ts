/**
 * How runtimes name their id of a tool call in `_meta`, such as claudecode/toolUseId, callId or
 * redpanda.com/llm-tool-call-id. The specification has no name for it.
 */
const NAME = /(?:^|[/._-])(?:tool[-_]?use|(?:tool[-_]?)?call)[-_]?id$/i;
/** What goes into a log line and an audit row as it is. */
const PRINTABLE = /^[!-~]{1,200}$/;

/** True for a name by which some runtime tells its id of a tool call. */
export function isNameOfToolCallId(name: string): boolean {
  return NAME.test(name);
}

/** The id that the runtime gave to the call; null where it says none, or none that can be kept. */
export function toolCallIdOf(meta: Readonly<Record<string, unknown>> | undefined): string | null {
  for (const [name, value] of Object.entries(meta ?? {})) {
    if (isNameOfToolCallId(name) && typeof value === 'string' && PRINTABLE.test(value)) return value;
  }
  return null;
}
