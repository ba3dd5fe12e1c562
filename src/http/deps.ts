import type { Logger } from 'pino';
import type { ApiKey } from '../config/secrets.js';
import type { Service } from '../service.js';
import type { MetricsOptions } from './metrics.js';

/** What the doors need to know of the environment. */
export interface HttpConfig {
  /** Empty: whoever reaches the service may call. */
  readonly keys: readonly ApiKey[];
  /** Names by which the service may be called, besides the local ones; null: any. */
  readonly allowedHosts: readonly string[] | null;
  /** The address under which callers reach the service; null: where each of them called. */
  readonly publicUrl: string | null;
  /** Calls that one caller may make in a minute; 0 sets no limit. */
  readonly rateLimitPerMinute: number;
  /** How long a whole request may take to arrive. */
  readonly requestTimeoutMs: number;
}

/** Everything that buildApp is given; tests give it the same things that the process does. */
export interface AppDeps {
  readonly service: Service;
  readonly log: Logger;
  readonly http: HttpConfig;
  /** Only calls are counted when it is left out. */
  readonly metrics?: MetricsOptions;
  /** A new UUID for each request. */
  readonly newRequestId: () => string;
}
