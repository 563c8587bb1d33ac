/**
 * docs/guide/families.md, made from the catalogue of the contract, the recipes of science and the English words of the
 * web, so that the page and the product cannot say different things. `node_modules/.bin/node tools/families-page.ts`
 * writes it again; tools/test/families-page.test.ts fails when it is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Family, type FamilyCode, families, familyCodes, type SensorMode } from '@plumbline/contract/families';
import { recipe } from '@plumbline/science/sensors/recipes';

const root = join(import.meta.dirname, '..');
export const pagePath = join(root, 'docs/guide/families.md');

interface Words {
  readonly family: Readonly<Record<string, string>>;
  readonly field: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly parameter?: Readonly<Record<string, string>>;
}
const wordsOf = (pack: string) =>
  JSON.parse(readFileSync(join(root, `web/src/languages/en/${pack}.json`), 'utf8')) as Words;

const modeNames: Readonly<Record<number, string>> = {
  1: 'vibrating wire',
  2: 'current loop',
  3: 'voltage',
  4: 'digital',
  5: 'chain of tilt segments',
  6: 'quarter bridge',
  7: 'half bridge',
  8: 'full bridge',
  9: 'ratio or resistance',
};

const watched = {
  twoSided: 'two-sided',
  upper: 'from above',
  lower: 'from below',
} as const;

/** What neither the fields nor the parameters say by themselves. */
const notes: Readonly<Record<string, readonly string[]>> = {
  deepDisplacement: [
    '`form` says how the chain lies: 0 vertical (a casing; node 1 on top), 1 horizontal (a settlement line), 2 panel (up the face slab of a dam; node 1 at the plinth), 3 ring (around a section, closed), 4 arc (along a section, open). Each node sends its angle in degrees in the list `x`, a casing also in the list `y`; the angles at the start are `ix1`, `iy1`, `ix2`, ... (degrees). `length1`, ... are the lengths of single segments in mm (at least 500), `segmentMm` that of the others.',
    'A node field is the movement of the free end of its segment. Vertical: displacement along A and B, summed from the fixed end (the bottom, or the top with `fixedTop` 1); `twist1`, ... turn a segment (degrees). Horizontal: `x` is up, from the first joint (the last with `fixedLast` 1). Panel: `x` is the deflection normal to the slab, into the dam. Ring and arc: angles are directions in the plane, counter-clockwise from the horizontal, and `ix1`, ... must be set; `x` and `y` are the movement in the plane, from the first node. A ring is closed by sharing its misclosure out along the segments; the field of the last node, which is the first again, holds what was shared out. `maxX` and `maxY` are the signed values of largest size.',
    '`chartDirection` -1 turns the drawing round; `settlementSign` -1 shows movement up as positive, `convergenceSign` -1 closing as positive, `archSign` -1 a crown that goes down as positive. What is stored does not change.',
    'The lists hold exactly as many numbers as the point has nodes. One missing tilt leaves the whole record without values.',
  ],
  surfaceDisplacement: [
    'Positions `east`, `north`, `height` in m are compared with the base position `e0`, `n0`, `h0`. `dx` is north, `dy` is east, `dh` is up. An instrument that works out the displacement itself sends `dx`, `dy`, `dh` in mm (set the base position to 0 then).',
    '`solution` is the state of the position: 0 invalid, 1 single, 2 differential, 4 fixed, 5 floating. Only a fixed solution gives values; with `acceptFloating` 1 a floating one too. The solution itself is always kept.',
  ],
  waterLevel: [
    '`level` = `pipeTop` - `sensorDepth` + head, in m; with neither set it is the head of water over the sensor. `depth` = `sensorDepth` - head, the depth to water below the top of the pipe; without `sensorDepth` there is none. The head comes from the pressure and `density`.',
    'In modes 2 and 3 `measures` says what the range stands for: 0 pressure in kPa, 1 head in m, 2 distance from the top of the pipe to the water in m (radar). With `s0` the sensor is unvented: the quantity `barometer` in kPa, less `s0`, is taken off.',
  ],
  tilt: ['In modes 2 and 3 the quantity is one number (x alone) or a list of two (x, y), both over the same range.'],
  vibration: ['The instrument evaluates the record itself. `peak` is the largest component that is there.'],
  track: ['A wider gauge is positive.'],
  crack: ['Opening is positive. In mode 9 `ratio` is Vout/Vex of a potentiometer and `Kr` its stroke in mm.'],
  structuralDeformation: [
    'Tension is positive. `deflection` and `convergence` come from digital instruments only (mode 4); give such a point the main field that it is there for.',
  ],
  anchorForce: [
    'In mode 1 `frequency` is one number, or a list with one number a string (null for a broken one), or `frequency1` to `frequency6`. `f01` to `f06` are the zero frequencies of the strings; `f0` stands for those that are not set. The mean over the strings that sound is taken.',
  ],
  soilPressure: ['Compression is positive.'],
  soilMoisture: ['`moisture` as the instrument gives it, or worked out from `permittivity` (Topp 1980).'],
  camera: ['A camera has pictures and no numbers: no fields, no sensor mode. No point of this family can be made yet.'],
  temperature: [
    'In mode 1 it is the thermistor of a vibrating-wire port (3 kOhm). In mode 9 it is platinum: `resistance` in ohm, or `ratio` = R/R0.',
  ],
  rainfall: [
    '`interval` = `tips` since the record before, times `resolution`; or what the instrument sends as `interval`. `hour`, `day`, `cumulative` and `intensity` are kept where the instrument itself sends them.',
  ],
  flow: [
    '`weir`: 0 none, 1 V-notch 90 degrees (SL 551), 2 V-notch (ISO 1438), 3 rectangular (ISO 1438), 4 rectangular (SL 551), 5 Francis, 6 Cipolletti. With a weir, modes 2 and 3 give the head over the crest in m; without one, the flow itself.',
    'In mode 4: `flow`, else `velocity` times `section`, else `head` over the weir.',
  ],
  axialForce: [
    'Force in compression is positive unless `compressionPositive` is 0; strain in tension is positive. The force is strain times the stiffness of steel and of the concrete around it.',
    'With `measures` 1 (modes 1 and 8) the sensor is a load cell: its own force is taken and there is no strain.',
  ],
  environment: ['The values of the station as they come. Wind direction is where the wind comes from.'],
};

/** Settings of a parameter by which a recipe asks for others. */
const choices: readonly { readonly condition: string; readonly parameters: Readonly<Record<string, number>> }[] = [
  { condition: '`form` 1', parameters: { form: 1 } },
  { condition: '`form` 2', parameters: { form: 2 } },
  { condition: '`form` 3', parameters: { form: 3 } },
  { condition: '`form` 4', parameters: { form: 4 } },
  { condition: '`measures` 1', parameters: { measures: 1 } },
  { condition: '`measures` 2', parameters: { measures: 2 } },
  { condition: '`weir` set', parameters: { weir: 1 } },
  { condition: '`A` and `B` set', parameters: { A: 1, B: 1 } },
  { condition: '`ratedOutput` and `fullScale` set', parameters: { ratedOutput: 1, fullScale: 1 } },
];

type ParameterSpec = ReturnType<typeof recipe>['parameters'][number];

/** One of those that repeat for every node; the notes say what they are. */
const isOfNode = ({ key }: ParameterSpec): boolean => /^(length|twist|ix|iy)\d+$/.test(key);

interface Row {
  readonly key: string;
  readonly unit: string;
  readonly fallback: string;
  readonly when: string[];
}

/** The parameters of a family as rows: one for each key, unit and default, with the modes in which it is asked for. */
function parameterRows(code: FamilyCode, modes: readonly number[], nodeCount: number): Row[] {
  const rows = new Map<string, Row>();
  const dropped = new Map<string, string[]>();
  const add = ({ key, unit, required, default: preset }: ParameterSpec, when: string) => {
    const fallback = required ? '**required**' : preset === null ? 'not used' : String(preset);
    const name = `${key} ${unit} ${fallback}`;
    const row = rows.get(name) ?? { key, unit, fallback, when: [] };
    row.when.push(when);
    rows.set(name, row);
  };
  for (const mode of modes) {
    const bare = recipe({ family: code, mode, nodeCount, parameters: {} }).parameters;
    for (const each of bare) if (!isOfNode(each)) add(each, String(mode));
    for (const { condition: words, parameters } of choices) {
      if (!Object.keys(parameters).every((key) => bare.some((each) => each.key === key))) continue;
      const chosen = recipe({ family: code, mode, nodeCount, parameters }).parameters;
      for (const each of chosen)
        if (
          !isOfNode(each) &&
          !isDeepStrictEqual(
            each,
            bare.find(({ key }) => key === each.key),
          )
        )
          add(each, `${mode} with ${words}`);
      for (const { key } of bare)
        if (!chosen.some((each) => each.key === key))
          dropped.set(`${key} ${mode}`, [...(dropped.get(`${key} ${mode}`) ?? []), words]);
    }
  }
  for (const { key, when } of rows.values())
    for (const [i, mode] of when.entries()) {
      const without = dropped.get(`${key} ${mode}`);
      if (without) when[i] = `${mode} (not with ${without.join(' or ')})`;
    }
  return [...rows.values()];
}

function parameterTable(code: FamilyCode, modes: readonly number[], nodeCount: number, words: Words): string[] {
  const rows = parameterRows(code, modes, nodeCount);
  if (rows.length === 0) return ['', 'It has no parameters.'];
  return [
    '',
    '| Parameter | Meaning | Unit | Unless set | In mode |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ key, unit, fallback, when }) =>
        `| \`${key}\` | ${words.parameter?.[key] ?? ''} | ${unit} | ${fallback} | ${when.join(', ')} |`,
    ),
  ];
}

function section(code: FamilyCode, { names, settings }: { names: Words; settings: Words }): string {
  const { fields, nodeFields = [], modes, watch }: Family = families[code];
  const row = ({ key, unit, precision }: (typeof fields)[number], each: string) =>
    `| \`${key}${each}\` | ${names.field[code]?.[key] ?? key}${each && ' of each node'} | ${unit || 'none'} | ${precision} |`;
  const lines = [`## ${names.family[code]}`, '', `Code \`${code}\`. Watched ${watched[watch]} unless told otherwise.`];
  for (const note of notes[code] ?? []) lines.push('', note);
  if (fields.length > 0) {
    lines.push('', '| Field | Name | Unit | Decimals |', '| --- | --- | --- | --- |');
    lines.push(...fields.map((field) => row(field, '')), ...nodeFields.map((field) => row(field, '1, 2, ...')));
  }
  if (modes.length > 0) {
    const nodeCount = nodeFields.length > 0 ? 1 : 0;
    lines.push('', '| Sensor mode | Quantities that it may send |', '| --- | --- |');
    for (const mode of modes) {
      const { quantities } = recipe({ family: code, mode, nodeCount, parameters: {} });
      lines.push(`| ${mode} ${modeNames[mode]} | ${quantities.map((each) => `\`${each}\``).join(', ')} |`);
    }
    lines.push(...parameterTable(code, modes, nodeCount, settings));
  }
  return lines.join('\n');
}

const computed: Readonly<Record<SensorMode, string>> = {
  1: '`K` (R0 - R), or `K` (R - R0) where tension is positive; R = frequency²/1000 in digits, R0 from `f0`. With `A` and `B` set: A R² + B R + C, where `C` is such that `f0` gives 0 unless set. A frequency outside 400 to 6000 Hz is a broken wire.',
  2: 'The line from `minCurrent`..`maxCurrent` mA to `min`..`max`. In a 4-20 mA loop a current below 3.6 or above 21 mA is a fault (NAMUR NE 43).',
  3: 'The line from `minVoltage`..`maxVoltage` V to `min`..`max`.',
  4: '`K` times the quantity that has the name of the field (or `value`), plus `offset`.',
  5: 'Displacements along a chain from the tilts of its segments.',
  6: 'Strain from `ratio` in mV/V (V/V with `ratioUnit` 1), with lead resistance.',
  7: 'Strain of a half bridge in bending; with `poissonRatio` set, of an axial one.',
  8: 'Strain of a full bridge in bending; or a load cell: `fullScale` (r - r0) / `ratedOutput`.',
  9: '`Kr` (ratio - `r0`), or a platinum resistance.',
};
const modeTable = Object.entries(computed)
  .map(([mode, meaning]) => `| ${mode} | ${modeNames[Number(mode)]} | ${meaning} |`)
  .join('\n');

/** The page as file text. */
export function familiesPage(): string {
  const words = { names: wordsOf('families'), settings: wordsOf('points') };
  const all = Object.values(families) as readonly Family[];
  const link = (name: string) => name.toLowerCase().replace(/ /g, '-');
  const head = `# Measurement families

<!-- Made by tools/families-page.ts from the contract and the recipes. Do not edit by hand. -->

A measuring point has a **family**: what it measures. The family gives it its **fields**, in the order in which their
values are stored; the first is the main field unless the point says otherwise. Its **sensor mode** says how the sensor
is read. The **quantities** are what a device sends in a channel; the **parameters** are set at the point.

A field that cannot be calculated (a quantity or a required parameter is missing, a wire is broken, a loop is at fault)
is null. Values are kept to a millionth of their unit; the sample as it was sent is kept beside them. Where several
quantities say the same (\`frequency\` and \`digits\`, \`temperature\` and \`resistance\`), any one is enough.

## Sensor modes

| Mode | Name | What it computes |
| --- | --- | --- |
${modeTable}

A temperature correction \`Kt\` (T - \`t0\`) is added where \`Kt\` is set. \`t0\` is 20 °C unless set. With \`Kt\` set and
no temperature there is no value. The temperature is \`temperature\` in °C, or \`resistance\` of the 3 kOhm thermistor in
ohm, less the cable (\`cableLength\`).

Instead of the system formula a point may have formulas of its own, one a field (\`CUSTOM_FORMULA\`). They read the
quantities and parameters of the table below by name; a field without a formula keeps the system formula.
[The language of formulas](../decisions/0008-formulas.md) is arithmetic, comparison, \`if\` and the functions sin, cos,
tan, asin, acos, atan, atan2, sind, cosd, tand, sqrt, abs, min, max, avg, ln, log10, exp, pow, round, floor and ceil.

Families: ${all.map(({ code }) => `[${words.names.family[code]}](#${link(words.names.family[code] ?? code)})`).join(', ')}.
`;
  return `${[head, ...familyCodes.map((code) => section(code, words))].join('\n')}\n`
    .replace(/\n## /g, '\n\n## ')
    .replace(/\n{3,}/g, '\n\n');
}

if (import.meta.main) writeFileSync(pagePath, familiesPage());
