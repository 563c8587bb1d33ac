/** How a mapping turns the numbers of a file into the quantities of a point. Pure. */
import type { Mapping } from '@plumbline/contract/readings/imports.mapping';
import type { Factor } from '../../history/history.lines.api.ts';

interface Of {
  readonly pointId: number;
}

/** The factors of each quantity of a point, each once; of a chain those of all nodes are one where they are the same. */
export function factorsOf({ values }: Mapping, pointId: number): Factor[] {
  const isOwn = (target: Of): boolean => target.pointId === pointId;
  const targets =
    values.layout === 'wide'
      ? values.columns.filter(isOwn)
      : values.layout === 'rows'
        ? values.columns
        : values.names.filter(isOwn);
  const found = new Map<string, Factor>();
  for (const { name, factor, offset, sine } of targets) {
    const each = { name, factor, offset, sine };
    found.set(JSON.stringify(each), each);
  }
  return [...found.values()];
}
