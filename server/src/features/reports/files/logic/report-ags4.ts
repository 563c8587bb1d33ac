/**
 * The readings of a report as an AGS4 file: those that count of the main field of each point. Invariant: what is left out beyond
 * the bound is said in the file, and a value that failed is not in it.
 */

import { ags4Code } from '@plumbline/science/files/ags4-codes';
import { type Ags4Point, ags4Head, ags4Reading } from '@plumbline/science/files/ags4-writer';
import { localTimes, type PointReadings, type ReportContent } from '../../blocks/blocks.api.ts';
import { blockWordsOf, wordsOf } from '../../words/words.api.ts';

export function writeAgs4(content: ReportContent): Uint8Array {
  const { series = [], seriesLeft = 0 } = content.extras;
  const { timeZone, language } = content;
  const quantities = series.map(quantityOf);
  const count = series.reduce((sum, { times }) => sum + times.length, 0);
  const released = content.release?.state === 'released' ? content.release : null;
  const pieces = [
    ags4Head({
      project: { id: 'P1', name: content.project, client: content.corporation },
      transfer: {
        number: String(released?.version ?? 1),
        date: localTimes(timeZone).text(content.madeAtMs).slice(0, 10),
        producer: 'Plumbline',
        status: released ? 'Final' : 'Draft',
        recipient: content.corporation,
        description: [
          `${wordsOf(language).titles[content.type]} ${content.firstDay} - ${content.lastDay}`,
          ...(seriesLeft > 0 ? [blockWordsOf(language).more(count, count + seriesLeft)] : []),
          ...(released ? [released.code] : []),
        ].join('. '),
      },
      timeZone,
      points: series.map(pointOf),
      quantities: [...new Map(quantities.map((each) => [`${each.code}/${each.unit}`, each])).values()],
    }),
  ];
  for (const each of series) {
    const [point, quantity] = [pointOf(each), quantityOf(each)];
    for (const [i, at] of each.times.entries()) {
      const value = each.values[i] ?? Number.NaN;
      if (!Number.isNaN(value)) pieces.push(ags4Reading({ timeZone }, point, { at, quantity, value }));
    }
  }
  return Buffer.from(pieces.join(''), 'utf8');
}

const quantityOf = ({ field }: PointReadings) => ({
  code: ags4Code(field.key),
  means: `${field.key} value`,
  unit: field.unit,
});
const pointOf = ({ point }: PointReadings): Ags4Point => ({
  location: point.structure,
  point: point.name,
  distance: point.depthM ?? null,
  type: { code: point.family.toUpperCase(), means: point.family },
});
