import { createHash } from 'node:crypto';
import type { Tool } from './tool.js';

/** The forms of tool definitions as a client asks for them; mcp is the canonical one. */
export const TOOL_FORMATS = [
  'mcp',
  'openai',
  'openai-chat',
  'anthropic',
  'gemini',
  'gemini-openapi',
] as const;
export type ToolFormat = (typeof TOOL_FORMATS)[number];

/** The formats whose vendor can hold the model to the schema while it writes the arguments. */
export const STRICT_FORMATS = ['openai', 'openai-chat', 'anthropic'] as const;

export function hasStrict(format: ToolFormat): format is (typeof STRICT_FORMATS)[number] {
  return (STRICT_FORMATS as readonly string[]).includes(format);
}

/** The tools that one request to a vendor is to have, and how. */
export interface Selection {
  readonly format: ToolFormat;
  /** Whether the vendor is to hold the model to the schemas; only with a format of STRICT_FORMATS. */
  readonly strict: boolean;
  /** Whether tools of the tier `more` are marked to be loaded when they are searched for (anthropic). */
  readonly defer: boolean;
  /** In the order of the registry. */
  readonly tools: readonly Tool[];
}

/** What a definition is answered as: bytes that are made once, and the entity tag that stands for them. */
export interface Sealed {
  readonly bytes: string;
  readonly etag: string;
}

export function seal(bytes: string): Sealed {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('hex')}"` };
}
