/** The whole road of a batch in the storage bench: quality tests, store, judge, latest states, count of the day. */
import { defaultQuality } from '@plumbline/science/quality/config';
import { compileQuality } from '@plumbline/science/quality/judge-quality';
import type pg from 'pg';
import type { NewReading } from '../server/src/features/platform/store/store.ingest.table.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import type { BoundPoint } from '../server/src/pipeline/bind.ts';
import { ingestBatch } from '../server/src/pipeline/pipeline.ts';

/** The same points once more, so that the store beside it does not meet the same keys. */
const offset = 2_000_000;
const keys = ['level', 'pressure', 'temperature'];
const levels = [130, 132, 134, 136];
const range = (failMax: number) => ({ range: { failMin: -1000, failMax, suspectMin: null, suspectMax: null } });
const quality = compileQuality(
  { ...defaultQuality, fields: Object.fromEntries(keys.map((key) => [key, range(10_000)])) },
  keys,
  60,
);

/** A piezometer with range tests on each field and a limit of four levels on the first, which nothing reaches. */
const boundPoint = (pointId: number): BoundPoint => ({
  pointId: pointId + offset,
  version: '',
  corporationId: 1,
  projectId: 1,
  structureId: 1,
  keys,
  convert: () => [],
  quantities: new Set(),
  corrections: [],
  options: {},
  quality,
  remembers: false,
  initialOf: () => null,
  intervalSeconds: 60,
  mainIndex: 0,
  watch: null,
  rules: [
    {
      thresholdId: pointId + offset,
      field: 'level',
      fieldIndex: 0,
      unit: 'm',
      kind: 'value',
      levels,
      needsRate: false,
      rule: { kind: 'value', method: 'upper', levels, releaseRatio: 0.95, releaseCount: 2, consecutive: 1 },
    },
  ],
  composites: [],
});

export function judgedStore(pool: pg.Pool): (batch: readonly NewReading[]) => Promise<unknown> {
  const points = new Map<number, BoundPoint>();
  return (batch) =>
    ingestBatch(pool, systemClock, {
      rows: batch.map((reading) => {
        const point = points.get(reading.pointId) ?? boundPoint(reading.pointId);
        points.set(reading.pointId, point);
        const { at, receivedAt, values, raw, deviceId } = reading;
        return { point, at, receivedAt, values: [...values], raw, deviceId: deviceId ?? null };
      }),
    });
}
