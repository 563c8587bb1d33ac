/**
 * A setting is shown only where some code acts on it. Every field that a settings route takes is in one of two lists:
 * with the code that reads it, or among those that the API only stores and no screen may name.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { configKeys, configKeysShown, type DeviceConfig } from '@plumbline/contract/devices/devices.config';
import {
  actsInModes,
  configActs,
  parametersInForce,
  parametersOfDevice,
} from '@plumbline/contract/devices/devices.parameters';
import { points } from '@plumbline/contract/points/points';
import { inactiveSettings, tcShape } from '@plumbline/contract/points/points.settings';
import { pointSheet } from '@plumbline/contract/points/sheets.points';
import { CoverDefaults, reportDefaults } from '@plumbline/contract/reports/templates.defaults';
import { projects } from '@plumbline/contract/site/projects';
import { recipe, recipeFamilies, recipeModes } from '@plumbline/science/sensors/recipes';

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
const reports = 'server/src/features/reports/';
/** Where a config field of a device acts, and what shows it there. */
function actOf(key: (typeof configKeys)[number]): readonly [string, RegExp] {
  const act = configActs[key];
  if ('parameter' in act) return ['contract/src/devices/devices.parameters.ts', new RegExp(`\\b${key}: \\{ parameter`)];
  const files = {
    page: ['contract/src/devices/devices.config.ts', new RegExp(`\\b${key}: (?:plain|measure|\\{ type)`)],
    firmware: ['server/src/features/telemetry/firmware/firmware.table.ts', /firmwareVersion/],
    baseStations: ['server/src/features/devices/warehouse/warehouse.service.ts', /config\.baseStationHost/],
    cameras: ['server/src/features/devices/devices/devices.settings.service.ts', /secrets\.encrypt\(cameraCode\)/],
  } as const;
  return files[act.at];
}
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
    // The device reads them: all are sent to it.
    readers: Object.fromEntries(
      Object.keys(devices.setProcessor.input.shape.processor.shape).map((key) => [
        key,
        ['server/src/features/telemetry/commands/logic/processor-delivery.ts', /value: wanted/],
      ]),
    ),
    storedOnly: [],
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
    fields: configKeys,
    readers: Object.fromEntries(configKeys.map((key) => [key, actOf(key)])),
    storedOnly: [],
  },
  reportDefaults: {
    fields: Object.keys(reportDefaults.set.input.shape).filter((key) => key !== 'projectId'),
    readers: {
      period: [`${reports}period-reports/period-reports.service.ts`, /type = defaults\.period/],
      templateId: [
        `${reports}period-reports/period-reports.service.ts`,
        /templateId = library \? null : defaults\.templateId/,
      ],
      signatures: [`${reports}blocks/logic/block-writers.ts`, /content\.cover\?\.signatures/],
      cover: [`${reports}contents/contents.cover.service.ts`, /withPicture, \.\.\.lines \} = cover/],
    },
    storedOnly: [],
  },
  reportCover: {
    fields: Object.keys(CoverDefaults.shape),
    readers: {
      title: [`${reports}blocks/logic/block-writers.ts`, /defaults\?\.title/],
      subtitle: [`${reports}blocks/logic/block-writers.ts`, /defaults\?\.subtitle/],
      ...Object.fromEntries(
        ['client', 'contractor', 'supervisor'].map((party) => [
          party,
          [`${reports}blocks/logic/block-writers.ts`, new RegExp(`\\['client.*'${party}'|\\['${party}'`)],
        ]),
      ),
      withLogo: [`${reports}contents/contents.cover.service.ts`, /logo: withLogo/],
      withPicture: [`${reports}contents/contents.cover.service.ts`, /picture: withPicture/],
    },
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

/** A value of each config field that is the default of a parameter. */
const sampleConfig: DeviceConfig = {
  segmentLengths: [700, 800],
  markAngle: 30,
  chartDirection: 'left',
  panelAngle: 40,
  panelElevation: 120,
  settlementSign: -1,
  convergenceSign: -1,
  archSettlementSign: -1,
  K: 2,
  f0: 2850,
  Kt: 0.5,
  t0: 15,
  Kr: 3,
  currentMin: 1,
  currentMax: 19,
  voltageMin: 1,
  voltageMax: 9,
  fullScale: 100,
};
const formsOfChain = [0, 1, 2, 3, 4];

test('each config field that is a default is asked for by a recipe of every mode that it is said to act in', () => {
  const defaults = configKeys.filter((key) => 'parameter' in configActs[key]);
  assert.deepEqual(Object.keys(sampleConfig).sort(), [...defaults].sort());
  for (const key of defaults) {
    const act = configActs[key] as { readonly parameter: string; readonly modes: readonly number[] };
    const ofDevice = parametersOfDevice({ [key]: sampleConfig[key as keyof DeviceConfig] });
    assert.notDeepEqual(ofDevice, {}, key);
    for (const mode of act.modes) {
      const inForce = parametersInForce({ mode, parameters: {}, deviceParameters: ofDevice });
      const asking = recipeFamilies
        .filter((family) => recipeModes(family).includes(mode))
        .flatMap((family) =>
          formsOfChain.map((form) => recipe({ family, mode, nodeCount: 2, parameters: { ...inForce, form } })),
        )
        .flatMap(({ parameters }) => parameters.map((parameter) => parameter.key));
      for (const name of Object.keys(ofDevice)) assert.ok(asking.includes(name), `${key} as ${name} in mode ${mode}`);
      assert.deepEqual(inForce, ofDevice, `${key} in mode ${mode}`);
    }
    const elsewhere = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((mode) => !act.modes.includes(mode));
    for (const mode of elsewhere)
      assert.deepEqual(
        parametersInForce({ mode, parameters: {}, deviceParameters: ofDevice }),
        {},
        `${key} in mode ${mode}`,
      );
  }
});

test('screens ask for every config field but the one that waits', () => {
  assert.deepEqual(
    configKeys.filter((key) => !configKeysShown.includes(key)),
    configKeys.filter((key) => 'at' in configActs[key] && configActs[key].at === 'cameras'),
  );
});

test('a device is asked for a default only where one of its sensor modes reads it', () => {
  const keys = configKeys.filter((key) => actsInModes(key, [2]));
  assert.ok(keys.includes('currentMin') && keys.includes('firmwareVersion'));
  assert.deepEqual(
    keys.filter((key) => ['K', 'fullScale', 'segmentLengths', 'convergenceSign'].includes(key)),
    [],
  );
});
