import { setTimeout as sleep } from 'node:timers/promises';

/** What came of a call. `session` is its own: its audit row has it, also when no answer came. */
export interface Ended {
  readonly session: string;
  readonly said: 'stored' | 'not stored' | 'not known';
  /** The status and code, for the tally. */
  readonly answer: string;
}

interface KnownTask {
  readonly id: string;
  readonly version: number;
}

/** Longer than the service ever takes, so that a call without an answer was really lost. */
const ANSWER_LIMIT_MS = 30_000;
/** What a client waits after a call that was not answered well. */
const PAUSE_MS = 100;
const LISTS = 4;

/** Calls tools of a few lists as agents do, until it is told to stop; remembers what it was told. */
export class Client {
  readonly ended: Ended[] = [];
  readonly #tasks: (KnownTask & { readonly list: string })[] = [];
  #calls = 0;

  constructor(
    private readonly name: string,
    private readonly urls: readonly string[],
  ) {}

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const ended = await this.#call();
      this.ended.push(ended);
      if (ended.said !== 'stored') await sleep(PAUSE_MS);
    }
  }

  async #call(): Promise<Ended> {
    this.#calls += 1;
    const session = `${this.name}-${this.#calls}`;
    const task = this.#tasks[Math.floor(Math.random() * this.#tasks.length)];
    const list = task?.list ?? `soak-${this.#calls % LISTS}`;
    const [tool, args] = this.#choose(task);
    const url = this.urls[Math.floor(Math.random() * this.urls.length)];
    try {
      const response = await fetch(`${url}/v1/lists/${list}/tools/${tool}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'tasklatch-session': session },
        body: JSON.stringify(args),
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      const body = (await response.json()) as Body;
      if (body.value?.task) this.#remember(list, task, body.value.task);
      return {
        session,
        said: saidBy(tool, response.status, body),
        answer: `${response.status} ${body.code ?? tool}`,
      };
    } catch (error) {
      const { name } = error as Error;
      return { session, said: 'not known', answer: `no answer (${name})` };
    }
  }

  #choose(task: KnownTask | undefined): [tool: string, args: object] {
    const dice = Math.random();
    if (!task || dice < 0.4) {
      const key = Math.random() < 0.5 ? { idempotencyKey: `${this.name}-${this.#calls}` } : {};
      return ['task_create', { subject: `Task of ${this.name}`, labels: ['soak'], ...key }];
    }
    const { id, version: expectedVersion } = task;
    if (dice < 0.7) {
      const status = Math.random() < 0.5 ? 'in_progress' : 'pending';
      return ['task_update', { id, expectedVersion, patch: { status, subject: `At ${this.#calls}` } }];
    }
    if (dice < 0.75) return ['task_delete', { id, expectedVersion }];
    if (dice < 0.9) return ['task_get', { id }];
    return ['task_list', { ready: true, limit: 10 }];
  }

  #remember(list: string, before: KnownTask | undefined, { id, version, deletedAt }: AnsweredTask): void {
    const index = this.#tasks.findIndex((task) => task.list === list && task.id === id);
    if (index >= 0) this.#tasks.splice(index, 1);
    if (deletedAt === null) this.#tasks.push({ list, id, version });
    // A few tasks are enough, so that clients never grow.
    if (this.#tasks.length > 20 && before) this.#tasks.shift();
  }
}

interface AnsweredTask extends KnownTask {
  readonly deletedAt: string | null;
}

interface Body {
  readonly code?: string;
  readonly detail?: string;
  readonly replayed?: boolean;
  readonly value?: {
    readonly task?: AnsweredTask;
    readonly changed?: readonly string[];
    readonly list?: string;
  };
}

function saidBy(tool: string, status: number, { detail, replayed, value }: Body): Ended['said'] {
  if (status !== 200) return detail?.includes('not known') ? 'not known' : 'not stored';
  const isWrite = tool !== 'task_get' && tool !== 'task_list' && value?.changed?.length !== 0;
  return isWrite && !replayed ? 'stored' : 'not stored';
}
