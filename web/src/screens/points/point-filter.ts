import { lastReadAt, urgencyOf } from '@plumbline/contract/kernel/status';
import type { Gap } from '@plumbline/contract/points/commissioning';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { lacksLimits, presentLevel } from '../../design/status-words.ts';
import { useUrlChange, useUrlState } from '../../kernel/url-state.ts';

/** How the list of points is narrowed and ordered. It lives in the address: a link shows what its sender saw. */
export interface PointFilter {
  readonly keyword: string;
  readonly structure: string;
  readonly family: string;
  readonly kind: string;
  readonly level: string;
  readonly gap: string;
  readonly deprecated: boolean;
  /** `name`, or `-value` for descending. */
  readonly sort: string;
  readonly isNarrowed: boolean;
  readonly set: (change: Readonly<Record<string, string | null>>) => void;
  readonly clear: () => void;
}
const narrowing = ['q', 'structure', 'family', 'kind', 'level', 'gap', 'deprecated'] as const;

export function usePointFilter(): PointFilter {
  const [keyword] = useUrlState('q', '');
  const [structure] = useUrlState('structure', '');
  const [family] = useUrlState('family', '');
  const [kind] = useUrlState('kind', '');
  const [level] = useUrlState('level', '');
  const [gap] = useUrlState('gap', '');
  const [deprecated] = useUrlState('deprecated', '');
  const [sort] = useUrlState('sort', '');
  const set = useUrlChange();
  return {
    keyword,
    structure,
    family,
    kind,
    level,
    gap,
    deprecated: deprecated === 'yes',
    sort,
    isNarrowed: [keyword, structure, family, kind, level, gap, deprecated].some((each) => each !== ''),
    set,
    clear: () => set(Object.fromEntries(narrowing.map((name) => [name, null]))),
  };
}

/** A point of the list with the words it is found and sorted by, and what it misses. */
export interface ListedPoint extends PointRow {
  readonly place: string;
  /** null = not known yet: never taken for none. */
  readonly gaps: readonly Gap[] | null;
}

const wordOf: Readonly<Record<string, (row: ListedPoint) => string | number | null>> = {
  name: (row) => row.name,
  kind: (row) => row.type,
  structure: (row) => row.place,
  family: (row) => row.family,
  device: (row) => (row.sncode === null ? null : `${row.sncode} ${row.channel?.padStart(6)}`),
  interval: (row) => row.intervalSeconds,
  value: (row) => row.value,
  level: (row) => urgencyOf(row.status),
  at: (row) => lastReadAt(row.status),
  missing: (row) => row.gaps?.length ?? -1,
};
/** `0` to `4` = a present level; `silent` = none, for want of readings; `failed` = its newest value failed, at whatever level; `noLimits` = none, for want of limits. */
const isAtLevel = ({ status }: ListedPoint, level: string): boolean =>
  level === 'noLimits'
    ? lacksLimits(status)
    : level === 'silent'
      ? status.state === 'stale' || status.state === 'neverRead' || status.state === 'silent'
      : level === 'failed'
        ? status.state === 'failed'
        : presentLevel(status) === Number(level);
const collator = new Intl.Collator(undefined, { numeric: true });

/** Rows that the filter lets through, in its order; what has no value comes last either way. */
export function listed(rows: readonly ListedPoint[], filter: PointFilter): ListedPoint[] {
  const needle = filter.keyword.trim().toLowerCase();
  const matches = rows.filter(
    (row) =>
      (needle === '' || row.name.toLowerCase().includes(needle) || row.sncode?.toLowerCase().includes(needle)) &&
      (filter.structure === '' || row.structureId === Number(filter.structure)) &&
      (filter.family === '' || row.family === filter.family) &&
      (filter.kind === '' || row.type === Number(filter.kind)) &&
      (filter.level === '' || isAtLevel(row, filter.level)) &&
      (filter.gap === '' ||
        row.gaps === null ||
        (filter.gap === 'any' ? row.gaps.length > 0 : row.gaps.includes(filter.gap as Gap))),
  );
  const down = filter.sort.startsWith('-');
  const read = wordOf[down ? filter.sort.slice(1) : filter.sort];
  if (!read) return matches;
  return matches.sort((a, b) => {
    const [x, y] = [read(a), read(b)];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    const order = typeof x === 'string' ? collator.compare(x, String(y)) : x - Number(y);
    return down ? -order : order;
  });
}
