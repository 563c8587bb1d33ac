/** Furnishes readings: a settlement mark levelled by hand, an import of a file, a correction, a flagged stretch. */
import { setTimeout as wait } from 'node:timers/promises';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { batches } from '@plumbline/contract/points/batches';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import type { Furnishing, Step } from './demo.client.ts';
import { pointsOf } from './demo.furnish.projects.ts';
import { knock, knockAt } from './demo.signals.ts';

const mark = 'SM-CREST-1';
/** Settlement of the crest in mm, month by month: a fill that comes to rest. */
const settlement = [0, 1.4, 2.6, 3.5, 4.3, 4.9, 5.5, 5.9, 6.3, 6.6, 6.8, 7.1];
/** The last of them are entered by hand, those before are imported from the surveyor's file. */
const manualCount = 3;
const levelledAt = (madeMs: number, index: number) =>
  new Date(Math.floor(madeMs / dayMs) * dayMs - (settlement.length - index) * 30 * dayMs + 2 * 3_600_000).toISOString();

const dam = ({ projects }: Furnishing) => projects.get('Hengtang Earth Dam');

async function levelled(furnishing: Furnishing) {
  const { client, madeMs } = furnishing;
  const projectId = dam(furnishing);
  if (projectId === undefined) return;
  let point = (await pointsOf(furnishing, projectId)).get(mark);
  if (!point) {
    await client.call(batches.batchCreate, {
      projectId,
      rows: [
        {
          name: mark,
          family: 'surfaceDisplacement',
          type: 2,
          mainField: 'dh',
          intervalSeconds: 31 * 86_400,
          initialValues: { dh: 0 },
          structurePath: ['Main dam', 'Section 0+240'],
        },
      ],
    });
    point = (await pointsOf(furnishing, projectId)).get(mark);
  }
  if (!point) return;
  const pointId = point.id;
  await client.call(thresholds.setThresholds, {
    pointId,
    thresholds: [{ field: 'dh', kind: 'cumulative', levels: [24, 28, 34, 40] }],
    reason: 'Design note JMI-HT-DN-01',
  });
  // The same values again change nothing.
  await client.call(imports.enterBatch, {
    projectId,
    rows: settlement.flatMap((dh, i) =>
      i < settlement.length - manualCount ? [] : [{ pointId, at: levelledAt(madeMs, i), values: { dh } }],
    ),
    reason: 'Levelled from benchmark BM-2',
  });
}

async function imported(furnishing: Furnishing) {
  const { client, madeMs } = furnishing;
  const projectId = dam(furnishing);
  if (projectId === undefined) return;
  const point = (await pointsOf(furnishing, projectId)).get(mark);
  if (!point) return;
  const { imports: there } = await client.call(imports.list, { projectId });
  const name = 'crest-levelling.csv';
  const one = there.find(({ fileName }) => fileName === name);
  if (one?.state === 'applied') return;
  const importId = one?.id ?? (await client.send(imports.upload, { projectId }, levellingFile(name, madeMs))).import.id;
  const mapping: InputOf<typeof imports.check.input>['mapping'] = {
    values: {
      layout: 'wide',
      time: { columns: [0], pattern: 'ymd', timeZone: 'UTC' },
      columns: [{ column: 1, pointId: point.id, kind: 'field', name: 'dh' }],
    },
  };
  // One of the same name is replaced.
  await client.call(imports.saveMapping, { projectId, name: 'Levelling of the crest', format: 'csv', mapping });
  await client.call(imports.check, { projectId, importId, mapping });
  await reached(furnishing, projectId, importId, 'checked');
  await client.call(imports.apply, { projectId, importId, reason: 'Levelling before the platform was there' });
  await reached(furnishing, projectId, importId, 'applied');
}

function levellingFile(name: string, madeMs: number) {
  const lines = settlement
    .slice(0, -manualCount)
    .map((dh, i) => `${levelledAt(madeMs, i).slice(0, 19).replace('T', ' ')},${dh}`);
  return { name, type: 'text/csv', bytes: Buffer.from(`${['Time,Settlement [mm]', ...lines].join('\n')}\n`) };
}

async function reached({ client }: Furnishing, projectId: number, importId: number, state: 'checked' | 'applied') {
  for (let tries = 0; tries < 300; tries++) {
    const { import: now } = await client.call(imports.get, { projectId, importId });
    if (now.state === state) return;
    await wait(200);
  }
  throw new Error(`import ${importId} did not come to be ${state}`);
}

async function corrected(furnishing: Furnishing) {
  const { client, madeMs, projects } = furnishing;
  const projectId = projects.get('Wanshou City Wall');
  if (projectId === undefined) return;
  const point = (await pointsOf(furnishing, projectId)).get('CR-07');
  if (!point) return;
  const pointId = point.id;
  const { corrections: there } = await client.call(corrections.shifts, { pointId });
  if (there.length > 0) return;
  const from = knockAt(madeMs);
  const made = await client.call(corrections.createShift, {
    pointId,
    startAt: new Date(from).toISOString(),
    endAt: new Date(from + 3 * dayMs).toISOString(),
    fixes: { [point.mainField]: knock.amplitude },
    reason: 'Bracket pushed while the gate was painted',
  });
  await client.call(corrections.updateShift, {
    pointId,
    correctionId: made.correction.id,
    endAt: new Date(from + knock.days * dayMs).toISOString(),
    reason: 'Bracket was set right a day earlier, see site diary',
  });
}

async function flagged(furnishing: Furnishing) {
  const { client, madeMs, projects } = furnishing;
  const projectId = projects.get('Qinghe River Bridge');
  if (projectId === undefined) return;
  const point = (await pointsOf(furnishing, projectId)).get('TM-Q-01');
  if (!point) return;
  const { changes } = await client.call(history.changes, { pointId: point.id });
  if (changes.some(({ kind }) => kind === 'flag')) return;
  const from = Math.floor(madeMs / dayMs) * dayMs - 6 * dayMs;
  await client.call(history.flag, {
    pointId: point.id,
    fields: [point.mainField],
    from: new Date(from).toISOString(),
    to: new Date(from + 8 * 3_600_000).toISOString(),
    quality: 'suspect',
    reason: 'Deck works beside the sensor',
  });
}

export const readingSteps: readonly Step[] = [
  ['entries', levelled],
  ['import', imported],
  ['correction', corrected],
  ['flag', flagged],
];
