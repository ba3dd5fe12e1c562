import { MANY_LISTS_COUNT, type Pace, SPREADS } from './plan.js';
import type { Place, Samples } from './samples.js';

/** The cells of the table, in the order in which they are shown and measured. */
export function placesOf({ operations, clients }: Pick<Pace, 'operations' | 'clients'>): Place[] {
  return operations.flatMap((operation) =>
    SPREADS.flatMap((spread) => clients.map((count) => ({ operation, spread, clients: count }))),
  );
}

/** The medians in calls per second, and the ratios, as a Markdown table. */
export function tableOf(samples: Samples, pace: Pace, baselineName: string): string {
  const header = [
    'operation',
    'lists',
    'clients',
    '1,000 tasks',
    '100,000 tasks',
    'slower',
    baselineName,
    `ratio to ${baselineName}`,
    'empty route',
    'ratio to empty route',
    'JSON file',
    'lost',
  ];
  const rows = placesOf(pace).map((place) => rowOf(samples, place));
  return layOut([header, ...rows]);
}

function rowOf(samples: Samples, place: Place): string[] {
  const { operation, spread, clients } = place;
  return [
    operation,
    spread === 'hot' ? '1' : String(MANY_LISTS_COUNT),
    String(clients),
    rate(samples.median(place, 'small')),
    rate(samples.median(place, 'large')),
    ratio(samples.ratio([place, 'small'], [place, 'large'])),
    rate(samples.median(place, 'baseline')),
    ratio(samples.ratio([place, 'small'], [place, 'baseline'])),
    rate(samples.median(place, 'empty route')),
    ratio(samples.ratio([place, 'small'], [place, 'empty route'])),
    rate(samples.median(place, 'file')),
    share(samples.median(place, 'file lost')),
  ];
}

const ABSENT = '';

const rate = (value: number | null): string =>
  value === null ? ABSENT : Math.round(value).toLocaleString('en');

const ratio = (value: number | null): string => (value === null ? ABSENT : value.toFixed(2));

const share = (value: number | null): string => (value === null ? ABSENT : `${Math.round(100 * value)} %`);

/** Words to the left, numbers to the right. */
function layOut(rows: readonly (readonly string[])[]): string {
  const [header = []] = rows;
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `| ${cells.join(' | ')} |`;
  };
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(header), `| ${rule.join(' | ')} |`, ...rows.slice(1).map(line)].join('\n');
}
