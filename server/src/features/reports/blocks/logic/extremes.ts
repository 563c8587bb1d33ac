/** Where the greatest figures of a family are: one paragraph, of main fields, where there is more than one point. */
import { plainNumber } from '@plumbline/science/display/number';
import { unitOf } from '../../../readings/readings/readings.query.api.ts';
import type { PaperPart } from '../../paper/paper.api.ts';
import { type BlockContext, note } from './block-parts.ts';
import type { ReportLine } from './extras.ts';
import { paperName } from './paper-tables.ts';

const size = (value: number | null) => (value === null ? null : Math.abs(value));
const negated = (value: number | null) => (value === null ? null : -value);
const same = (value: number | null) => value;

/** Figures with what one is great by. */
const figures = [
  ['greatestMax', ({ figures: { max } }: ReportLine) => max, same],
  ['greatestMin', ({ figures: { min } }: ReportLine) => min, negated],
  ['greatestChange', ({ figures: { change } }: ReportLine) => change, size],
  ['greatestCumulative', ({ cumulative }: ReportLine) => cumulative, size],
  ['greatestRate', ({ figures: { ratePerDay } }: ReportLine) => ratePerDay, size],
] as const;

export function extremesOf(lines: readonly ReportLine[], { own }: BlockContext): PaperPart[] {
  const main = lines.filter(({ isMain }) => isMain);
  if (main.length < 2) return [];
  const sentences = figures.flatMap(([name, figure, rank]) => {
    let greatest: ReportLine | null = null;
    let best = Number.NEGATIVE_INFINITY;
    for (const line of main) {
      const value = rank(figure(line));
      if (value !== null && value > best) [greatest, best] = [line, value];
    }
    const value = greatest && figure(greatest);
    if (greatest === null || value === null) return [];
    const unit = unitOf(greatest.field, name === 'greatestCumulative' ? 'cumulative' : 'value');
    return [
      own.greatest(
        own[name],
        `${plainNumber(value, greatest.field.precision)} ${unit}`.trim(),
        paperName(greatest.point.name),
      ),
    ];
  });
  return sentences.length === 0 ? [] : [note(own.greatestAll(sentences))];
}
