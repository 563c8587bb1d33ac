/**
 * A setting is shown only where some code acts on it. Every field that a settings route takes is in one of two lists:
 * with the code that reads it, or among those that the API only stores and no screen may name.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { configKeysRead } from '@plumbline/contract/devices/devices.config';
import { points } from '@plumbline/contract/points/points';
import { inactiveSettings, tcShape } from '@plumbline/contract/points/points.settings';
import { pointSheet } from '@plumbline/contract/points/sheets.points';
import { projects } from '@plumbline/contract/site/projects';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const screens = globSync('web/src/{app,features,screens}/**/*.{ts,tsx}', { cwd: root }).map(
  (path) => [path, read(path)] as const,
);

/** Field -> the file that acts on it, and what there shows that it does. */
type Readers = Readonly<Record<string, readonly [path: string, sign: RegExp]>>;
interface Settings {
  readonly fields: readonly string[];
  readonly readers: Readers;
  readonly storedOnly: readonly string[];
}

const point = 'server/src/features/points/points/';
const bindings = 'server/src/features/points/bindings/';
const groups: Readonly<Record<string, Settings>> = {
  point: {
    fields: Object.keys(points.update.input.shape).filter((key) => key !== 'pointId'),
    readers: {
      name: [`${point}points.rows.api.ts`, /ORDER BY .*p\.name/],
      structureId: [`${point}points.rows.api.ts`, /structure/],
      mode: [`${bindings}bindings.conversions.api.ts`, /mode/],
      mainField: ['server/src/app.ts', /mainIndex/],
      formulaType: [`${bindings}bindings.conversions.api.ts`, /formulaType|formula_type/],
      parameters: [`${bindings}bindings.conversions.api.ts`, /parameters/],
      customFormula: [`${bindings}bindings.conversions.api.ts`, /customFormula|custom_formula/],
      initialValues: [`${bindings}bindings.conversions.api.ts`, /initialValues|initial_values/],
      intervalSeconds: ['server/src/features/overview/stats/stats.watched.table.ts', /interval_seconds/],
      collectMode: ['server/src/features/telemetry/health/health.jobs.ts', /collectMode/],
      onlySort: [`${point}points.rows.api.ts`, /ORDER BY .*only_sort/],
      lockLocation: [`${point}points.change.api.ts`, /locationLocked/],
      coordinates: ['web/src/features/views/site-map/PointMap.tsx', /coordinates/],
      depthM: ['server/src/features/reports/exports/logic/write-export.ts', /depthM/],
      imageLocation: ['web/src/screens/structure/PictureView.tsx', /imageLocation/],
      backupNodes: ['server/src/features/views/masters/masters.members.service.ts', /backupNodes/],
      validFrom: [`${point}points.service.ts`, /beginConversion/],
      reason: [`${point}points.service.ts`, /reason/],
    },
    storedOnly: ['timedPhotographing'],
  },
  processing: {
    fields: Object.keys(points.setProcessing.input.shape).filter((key) => key !== 'pointId'),
    readers: { quality: ['server/src/pipeline/quality.ts', /\.quality\b/] },
    storedOnly: ['filters'],
  },
  temperatureCompensation: {
    fields: Object.keys(tcShape),
    readers: Object.fromEntries(
      Object.keys(tcShape).map((key) => [
        key,
        key === 'temperaturePointId'
          ? [`${point}points.settings.service.ts`, /temperatureElsewhere/]
          : ['science/src/series/correction.ts', new RegExp(`\\b${key}\\b`)],
      ]),
    ),
    storedOnly: [],
  },
  chart: {
    fields: Object.keys(points.setChartConfig.input.shape).filter((key) => key !== 'pointId'),
    readers: {
      ...Object.fromEntries(
        ['measure', 'spanSeconds', 'axes', 'breakAtGaps', 'step', 'lineWidth'].map((key) => [
          key,
          ['web/src/features/views/views/point-start.queries.ts', new RegExp(`setting\\.${key}\\b`)],
        ]),
      ),
      ...Object.fromEntries(
        ['showThresholds', 'showAlerts'].map((key) => [
          key,
          ['web/src/features/views/views/point-view.parts.ts', new RegExp(`setting\\.${key}\\b`)],
        ]),
      ),
      fields: ['web/src/features/views/views/point-view.parts.ts', /: setting\.fields, view\)/],
    },
    storedOnly: [],
  },
  project: {
    fields: Object.keys(projects.update.input.shape).filter((key) => key !== 'projectId'),
    readers: {
      name: ['server/src/features/site/projects/projects.table.ts', /orderBy\('name|ORDER BY/],
      address: ['web/src/features/site/projects/ProjectListPage.tsx', /address/],
      timeZone: ['server/src/features/site/projects/projects.named.api.ts', /time_zone/],
      coordinates: ['web/src/features/overview/stats/ProjectsMap.tsx', /coordinates/],
    },
    storedOnly: ['purpose', 'isHouseOnly', 'isVehicleOnly'],
  },
  processor: {
    fields: Object.keys(devices.setProcessor.input.shape.processor.shape),
    readers: { serial: ['server/src/features/devices/devices/devices.rules.api.ts', /serialConfigMissing/] },
    storedOnly: ['frequenciesHz', 'detrend', 'band', 'event', 'pollHex', 'timeoutMs'],
  },
  deviceChart: {
    fields: Object.keys(devices.setChart.input.shape.chart.shape),
    readers: Object.fromEntries(
      Object.keys(devices.setChart.input.shape.chart.shape).map((key) => [
        key,
        [`${point}logic/device-chart.ts`, new RegExp(`\\b${key}\\b`)],
      ]),
    ),
    storedOnly: [],
  },
  config: {
    fields: configKeysRead,
    readers: { firmwareVersion: ['server/src/features/telemetry/firmware/firmware.table.ts', /firmwareVersion/] },
    storedOnly: [],
  },
  gradings: {
    fields: ['gradings'],
    readers: { gradings: ['web/src/features/alerts/handling/LevelAction.tsx', /grading\.action/] },
    storedOnly: [],
  },
};

/** Routes whose whole input is only stored: no screen calls them. */
const storedRoutes = [
  'points.setGnss',
  ...['setCoordinate', 'setGnss', 'setBim', 'setCesium'].map((name) => `structures.${name}`),
  'projects.setReportConfig',
  'tilesets.add',
  'tilesets.upload',
];

/** Screens that ask for a field: as the property of a form or table, `'purpose'` or `'config.purpose'`. */
const screensShowing = (field: string, sources: readonly (readonly [string, string])[]) =>
  sources
    .filter(([, text]) => new RegExp(`prop: '(?:\\w+\\.)*${field}['.]|(?:text|number|flag)\\('${field}'`).test(text))
    .map(([path]) => path);

for (const [name, { fields, readers, storedOnly }] of Object.entries(groups))
  test(`settings of ${name}: each is read by some code, or on no screen`, () => {
    assert.deepEqual(
      fields.filter((field) => !(field in readers) && !storedOnly.includes(field)),
      [],
      'say who reads the field, or that it is only stored',
    );
    for (const [field, [path, sign]] of Object.entries(readers)) assert.match(read(path), sign, `${field} in ${path}`);
    for (const field of storedOnly)
      assert.deepEqual(screensShowing(field, screens), [], `${field} is shown and nothing reads it`);
  });

test('no screen calls a route whose input is only stored', () => {
  for (const route of storedRoutes)
    assert.deepEqual(
      screens.filter(([, text]) => new RegExp(`\\b${route.replace('.', '\\.')}\\b`).test(text)).map(([path]) => path),
      [],
      route,
    );
});

test('what the API lists as held is on no screen', () => {
  const fieldless = ['gnss'];
  for (const setting of inactiveSettings)
    assert.deepEqual(fieldless.includes(setting) ? [] : screensShowing(setting, screens), [], setting);
});

test('the sheet of points has no column that nothing reads', () => {
  const { point } = groups;
  assert.deepEqual(
    pointSheet.filter(({ key }) => point?.storedOnly.includes(key)).map(({ key }) => key),
    [],
  );
});

test('the search finds a setting that is shown', () => {
  assert.deepEqual(screensShowing('purpose', [['a.tsx', "{ type: 'SELECT', prop: 'purpose', label: 'x' }"]]), [
    'a.tsx',
  ]);
  assert.deepEqual(screensShowing('band', [['b.tsx', "prop: 'processor.band.lowHz'"]]), ['b.tsx']);
  assert.ok(screensShowing('onlySort', screens).length > 0);
});
