/** The words of docs/guide/points/families.md that stand in no pack, in each language that the page is written in. */
import type { FamilyCode, SensorMode } from '@plumbline/contract/points/families';

export interface PageWords {
  readonly title: string;
  /** Paragraphs below the title. */
  readonly intro: string;
  readonly modesTitle: string;
  readonly modesHead: string;
  readonly modeNames: Readonly<Record<SensorMode, string>>;
  readonly computed: Readonly<Record<SensorMode, string>>;
  /** Paragraphs below the modes. */
  readonly formulas: string;
  /** Before the list of families, between two of them, and after the last. */
  readonly list: readonly [string, string, string];
  readonly watched: Readonly<Record<'twoSided' | 'upper' | 'lower', string>>;
  readonly code: (code: string, watched: string) => string;
  readonly fieldsHead: string;
  readonly quantitiesHead: string;
  readonly parametersHead: string;
  readonly noParameters: string;
  readonly ofEachNode: (name: string) => string;
  readonly none: string;
  readonly required: string;
  readonly notUsed: string;
  /** Between two of a list, as code and in words. */
  readonly and: string;
  readonly or: string;
  readonly between: string;
  readonly is: (parameter: string, value: number) => string;
  readonly set: (parameters: readonly string[]) => string;
  readonly withSetting: (mode: string, condition: string) => string;
  readonly without: (mode: string, conditions: string) => string;
  /** What neither the fields nor the parameters say by themselves. */
  readonly notes: Readonly<Partial<Record<FamilyCode, readonly string[]>>>;
}

const code = (name: string): string => `\`${name}\``;

export const english: PageWords = {
  title: 'Measurement families',
  intro: `A measuring point has a **family**: what it measures. The family gives it its **fields**, in the order in which their
values are stored; the first is the main field unless the point says otherwise. Its **sensor mode** says how the sensor
is read. The **quantities** are what a device sends in a channel; the **parameters** are set at the point.

A field that cannot be calculated (a quantity or a required parameter is missing, a wire is broken, a loop is at fault)
is null. Values are kept to a millionth of their unit; the sample as it was sent is kept beside them. Where several
quantities say the same (\`frequency\` and \`digits\`, \`temperature\` and \`resistance\`), any one is enough.`,
  modesTitle: 'Sensor modes',
  modesHead: '| Mode | Name | What it computes |',
  modeNames: {
    1: 'vibrating wire',
    2: 'current loop',
    3: 'voltage',
    4: 'digital',
    5: 'chain of tilt segments',
    6: 'quarter bridge',
    7: 'half bridge',
    8: 'full bridge',
    9: 'ratio or resistance',
  },
  computed: {
    1: '`K` (R0 - R), or `K` (R - R0) where tension is positive; R = frequency²/1000 in digits, R0 from `f0`. With `A` and `B` set: A R² + B R + C, where `C` is such that `f0` gives 0 unless set. A frequency outside 400 to 6000 Hz is a broken wire.',
    2: 'The line from `minCurrent`..`maxCurrent` mA to `min`..`max`. In a 4-20 mA loop a current below 3.6 or above 21 mA is a fault (NAMUR NE 43).',
    3: 'The line from `minVoltage`..`maxVoltage` V to `min`..`max`.',
    4: '`K` times the quantity that has the name of the field (or `value`), plus `offset`.',
    5: 'Displacements along a chain from the tilts of its segments.',
    6: 'Strain from `ratio` in mV/V (V/V with `ratioUnit` 1), with lead resistance.',
    7: 'Strain of a half bridge in bending; with `poissonRatio` set, of an axial one.',
    8: 'Strain of a full bridge in bending; or a load cell: `fullScale` (r - r0) / `ratedOutput`.',
    9: '`Kr` (ratio - `r0`), or a platinum resistance.',
  },
  formulas: `A temperature correction \`Kt\` (T - \`t0\`) is added where \`Kt\` is set. \`t0\` is 20 °C unless set. With \`Kt\` set and
no temperature there is no value. The temperature is \`temperature\` in °C, or \`resistance\` of the 3 kOhm thermistor in
ohm, less the cable (\`cableLength\`).

Instead of the system formula a point may have formulas of its own, one a field (\`CUSTOM_FORMULA\`). They read the
quantities and parameters of the table below by name; a field without a formula keeps the system formula.
[Formulas](../readings/formulas.md) describes their language and every function.`,
  list: ['Families: ', ', ', '.'],
  watched: { twoSided: 'two-sided', upper: 'from above', lower: 'from below' },
  code: (family, watched) => `Code ${code(family)}. Watched ${watched} unless told otherwise.`,
  fieldsHead: '| Field | Name | Unit | Decimals |',
  quantitiesHead: '| Sensor mode | Quantities that it may send |',
  parametersHead: '| Parameter | Meaning | Unit | Unless set | In mode |',
  noParameters: 'It has no parameters.',
  ofEachNode: (name) => `${name} of each node`,
  none: 'none',
  required: '**required**',
  notUsed: 'not used',
  and: ' and ',
  or: ' or ',
  between: ', ',
  is: (parameter, value) => `${code(parameter)} ${value}`,
  set: (parameters) => `${parameters.map(code).join(' and ')} set`,
  withSetting: (mode, condition) => `${mode} with ${condition}`,
  without: (mode, conditions) => `${mode} (not with ${conditions})`,
  notes: {
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
    manholeCover: [
      '`open` is 1 where the cover does not lie in its frame, else 0; an instrument that sends `closed` says the opposite. `waterBelow` is the distance from the cover down to the water, or `coverHeight` less the `level` over the bottom of the shaft. `gas` is in percent of the lower explosive limit.',
    ],
    smoke: [
      '`smoke` is the obscuration of one metre of air; from `dbm` in dB per metre where the detector sends that (EN 54-7).',
    ],
    soilMoisture: ['`moisture` as the instrument gives it, or worked out from `permittivity` (Topp 1980).'],
    camera: [
      'A camera has pictures and no numbers: no fields, no sensor mode. No point of this family can be made yet.',
    ],
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
  },
};
