import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { viewNamed } from '@plumbline/contract/views/views';
import { datedFigures, periodWords } from '../src/features/views/reports/report-figures.ts';

const survey = (day: number, values: (number | null)[], levels: (number | null)[] = values.map(() => null)) => ({
  at: day * dayMs,
  name: `day ${day}`,
  values,
  levels,
});

test('each date says its extremes and where, what moved most since the date before, and the worst level', () => {
  const surveys = [survey(0, [1, -6, 2], [0, 2, 0]), survey(2, [2, -3, null], [0, 1, null]), survey(2.5, [9, -3, 4])];
  const [first, second, third] = datedFigures({ surveys });
  assert.deepEqual([first?.max?.place, first?.min?.value, first?.farthest?.place], [2, -6, 1]);
  assert.deepEqual([first?.change, first?.perDay, first?.level], [null, null, 2]);
  assert.deepEqual(second?.change, { place: 1, value: 3, level: null }, 'by size, with its sign');
  assert.deepEqual([second?.perDay, second?.level, second?.missing], [1.5, 1, 1]);
  assert.deepEqual(
    [third?.change?.value, third?.perDay, third?.level],
    [7, null, null],
    'half a day says nothing of a day',
  );
});

test('a survey without values has no figures', () => {
  const [empty] = datedFigures({ surveys: [survey(0, [null, null])] });
  assert.deepEqual([empty?.max, empty?.farthest, empty?.level, empty?.missing], [null, null, null, 2]);
});

test('names of reports in specification 2 open them', () => {
  assert.equal(viewNamed('hda-report'), 'adm-report');
  assert.equal(viewNamed('HslSettlementReport'), 'hsl-settlement-report');
  assert.equal(viewNamed('master-hda-report'), 'master-adm-report');
  assert.equal(viewNamed('artificial-report'), 'artificial-report');
});

test('the period of a report does not end after it was made', () => {
  const at = (time: string) => Date.parse(`2026-11-23T${time}:00Z`);
  const words = (from: string, to: string) => periodWords({ from: at(from), to: at(to) }, 'Asia/Shanghai', at('08:25'));
  assert.equal(words('01:00', '08:45'), '2026-11-23 09:00 – 2026-11-23 16:25');
  assert.equal(words('01:00', '07:00'), '2026-11-23 09:00 – 2026-11-23 15:00');
});
