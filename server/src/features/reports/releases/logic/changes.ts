/** What the figures of a report say otherwise than those of the one before. Pure. */
import { changedFigures, type ReportChanges, reviewLimits } from '@plumbline/contract/reports/releases';
import type { ReportContent, ReportLine } from '../../blocks/blocks.api.ts';

type Figure = (typeof changedFigures)[number];
type Change = ReportChanges['lines'][number];

const keyOf = ({ point, field }: ReportLine): string => `${point.id} ${field.key}`;

function figureOf({ figures, cumulative }: ReportLine, figure: Figure): number | null {
  if (figure === 'cumulative') return cumulative;
  if (figure === 'first' || figure === 'last') return figures[figure]?.value ?? null;
  return figures[figure];
}

const described = ({ point, field }: ReportLine, kind: Change['kind'], figures: Change['figures']): Change => ({
  pointId: point.id,
  structure: point.structure,
  point: point.name,
  field: field.key,
  unit: field.unit,
  kind,
  figures,
});

function changeOf(before: ReportLine, after: ReportLine): Change | null {
  const figures = changedFigures
    .map((figure) => ({ figure, before: figureOf(before, figure), after: figureOf(after, figure) }))
    .filter((each) => each.before !== each.after);
  return figures.length === 0 ? null : described(after, 'changed', figures);
}

export function changesBetween(
  before: Pick<ReportContent, 'lines'>,
  after: Pick<ReportContent, 'lines'>,
): ReportChanges {
  const old = new Map(before.lines.map((line) => [keyOf(line), line]));
  const present = new Set(after.lines.map(keyOf));
  const lines = [
    ...after.lines.flatMap((line) => {
      const was = old.get(keyOf(line));
      const change = was ? changeOf(was, line) : described(line, 'added', []);
      return change ? [change] : [];
    }),
    ...before.lines.filter((line) => !present.has(keyOf(line))).map((line) => described(line, 'removed', [])),
  ];
  return { total: lines.length, lines: lines.slice(0, reviewLimits.changes) };
}
