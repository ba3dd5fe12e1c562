import { availableParallelism, loadavg, platform, totalmem } from 'node:os';

const BYTES_PER_GIGABYTE = 1_073_741_824;
/** Beyond it somebody else's work shows in what is measured. */
const QUIET_MAX_LOAD_PER_CORE = 0.5;

/** The shape of the machine, without its name. */
export function describeMachine(serverVersion: string): string {
  const memory = `${Math.round(totalmem() / BYTES_PER_GIGABYTE)} GB`;
  const cores = `${availableParallelism()} cores`;
  return [cores, memory, platform(), `Node ${process.versions.node}`, `PostgreSQL ${serverVersion}`].join(
    ', ',
  );
}

/** Null on a machine that has nothing else to do; Windows does not say. */
export function describeOtherWork(): string | null {
  const [load = 0] = loadavg();
  if (load <= QUIET_MAX_LOAD_PER_CORE * availableParallelism()) return null;
  return `This machine has other work to do (load ${load.toFixed(1)}): the numbers vary more than usual.`;
}
