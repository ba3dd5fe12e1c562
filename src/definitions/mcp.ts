import { TOOLS } from '../registry.js';
import type { Annotations, Tool } from '../tools/tool.js';
import { type ObjectSchema, outlineOf, publishedInput, publishedOutput } from './schema.js';

/** A tool definition in the canonical form, which is that of MCP. Each vendor's form is made from it. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** An outline: the members of the value, and of what is nested in them only the type. */
  readonly outputSchema: ObjectSchema;
  readonly annotations: Annotations;
}

export function toMcpTool(tool: Tool): McpTool {
  const { name, title, description, annotations } = tool;
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    name,
    title,
    description,
    inputSchema: publishedInput(tool),
    outputSchema: outlineOf(publishedOutput(tool)),
    annotations: { readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
  };
}

/** Every tool in the order of the registry, which never depends on who asks: what GET /v1/tools answers. */
export function toMcpTools(): { readonly tools: readonly McpTool[] } {
  return { tools: TOOLS.map(toMcpTool) };
}
