import type { CustomChart } from '@plumbline/contract/points/charts';

/**
 * What a chart asks of the server. Pure. Invariant: every series is answered by exactly one request, however many series
 * there are by few requests, and no request asks for more than twice of what it is needed for.
 */
type Series = Pick<CustomChart['series'][number], 'pointId' | 'field' | 'measure'>;
export interface CurveQuery {
  readonly quantity: Series['measure'];
  readonly pointIds: readonly number[];
  readonly fields: readonly string[];
}
/** What one request takes (contract, readings.query). */
const max = { points: 50, fields: 20 };

export function curveQueries(series: readonly Series[]): CurveQuery[] {
  const queries: { quantity: Series['measure']; points: Set<number>; fields: Set<string>; wanted: number }[] = [];
  for (const { quantity, pointId, fields } of byPoint(series)) {
    const place = queries.find((each) => {
      const width = new Set([...each.fields, ...fields]).size;
      const height = each.points.has(pointId) ? each.points.size : each.points.size + 1;
      return (
        each.quantity === quantity &&
        width <= max.fields &&
        height <= max.points &&
        width * height <= 2 * (each.wanted + fields.length)
      );
    });
    if (place) {
      place.points.add(pointId);
      for (const field of fields) place.fields.add(field);
      place.wanted += fields.length;
    } else queries.push({ quantity, points: new Set([pointId]), fields: new Set(fields), wanted: fields.length });
  }
  return queries.map(({ quantity, points, fields }) => ({ quantity, pointIds: [...points], fields: [...fields] }));
}

/** The fields of each point and measure, in stretches that one request takes; alike ones beside each other. */
function byPoint(series: readonly Series[]) {
  const requests = new Map<string, { quantity: Series['measure']; pointId: number; fields: string[] }>();
  for (const { pointId, field, measure } of series) {
    const key = `${measure} ${pointId}`;
    const one = requests.get(key) ?? { quantity: measure, pointId, fields: [] };
    one.fields.push(field);
    requests.set(key, one);
  }
  return [...requests.values()]
    .flatMap((one) =>
      Array.from({ length: Math.ceil(one.fields.length / max.fields) }, (_, i) => ({
        ...one,
        fields: one.fields.slice(i * max.fields, (i + 1) * max.fields),
      })),
    )
    .sort((a, b) => a.fields.join().localeCompare(b.fields.join()));
}
