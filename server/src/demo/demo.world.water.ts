/** Projects of the demonstration on water: a dam and a bridge. */
import type { AlertLevel, DemoPoint, DemoProject } from './demo.shapes.ts';
import { rockfillDam } from './demo.world.chains.ts';
import { approachSpans } from './demo.world.lines.ts';
import { deckRain } from './demo.world.plans.ts';

/** Piezometers of a section from upstream to downstream: the water falls from one to the next. */
const piezometers = (section: string, levels: readonly AlertLevel[]): DemoPoint[] =>
  levels.map(
    (alertLevel, i): DemoPoint => ({
      name: `PZ-${section}-${i + 1}`,
      family: 'waterLevel',
      mode: 1,
      bottom: 78.4 - 2.3 * i,
      alertLevel,
    }),
  );

export const hengtangDam: DemoProject = {
  name: 'Hengtang Earth Dam',
  address: 'Hengtang, Hubei',
  longitude: 114.92,
  latitude: 31.02,
  structures: [
    {
      name: 'Main dam',
      type: 'dam',
      offset: [0, 0],
      groups: [
        { item: 'Section 0+180', device: 'VW8-0180', model: 'DCT-8', points: piezometers('180', [0, 0, 0]) },
        {
          item: 'Section 0+240',
          device: 'VW8-0240',
          model: 'DCT-8',
          points: [
            ...piezometers('240', [1, 2, 0, 0]),
            { name: 'ST-240-1', family: 'surfaceDisplacement' },
            { name: 'SP-240', family: 'soilPressure', mode: 1 },
          ],
        },
        {
          item: 'Section 0+300',
          device: 'ADM-0300',
          model: 'ADM-24',
          points: [{ name: 'IN-300', family: 'deepDisplacement', nodeCount: 16 }],
        },
      ],
    },
    {
      name: 'Reservoir',
      type: 'dam',
      offset: [120, 380],
      groups: [
        {
          item: null,
          device: 'RL-01',
          model: 'DTU-2',
          points: [
            { name: 'RL-01 level', family: 'waterLevel', mode: 2, bottom: 83 },
            { name: 'RG-01 rainfall', family: 'rainfall' },
          ],
        },
      ],
    },
    {
      name: 'Seepage weirs',
      type: 'dam',
      offset: [-60, -260],
      groups: [
        {
          item: null,
          device: 'WE-01',
          model: 'DTU-2',
          points: [
            { name: 'WE-01', family: 'flow' },
            { name: 'WE-02', family: 'flow', stuck: true },
          ],
        },
      ],
    },
    rockfillDam,
  ],
};

export const qingheBridge: DemoProject = {
  name: 'Qinghe River Bridge',
  address: 'Qinghe, Anhui',
  longitude: 118.321,
  latitude: 31.344,
  structures: [
    {
      name: 'Main span deck',
      type: 'bridge',
      offset: [0, 0],
      groups: [
        {
          item: 'Midspan',
          device: 'IVS50-0117',
          model: 'IVS50',
          everySeconds: 10,
          points: [
            { name: 'DF-C-02', family: 'structuralDeformation', mode: 4, field: 'deflection' },
            { name: 'DF-C-03', family: 'structuralDeformation', mode: 4, field: 'deflection' },
            { name: 'VB-C-02', family: 'vibration' },
          ],
        },
        {
          item: 'Quarter span',
          device: 'DCT-0202',
          model: 'DCT-16',
          everySeconds: 5,
          points: [
            { name: 'ST-Q-11', family: 'structuralDeformation', mode: 1, field: 'strain' },
            { name: 'ST-Q-12', family: 'structuralDeformation', mode: 1, field: 'strain', lively: true },
            { name: 'TM-Q-01', family: 'temperature' },
          ],
        },
      ],
    },
    {
      name: 'Pylon P4',
      type: 'bridge',
      offset: [-170, -95],
      groups: [
        {
          item: null,
          device: 'TL-0401',
          model: 'TLT-2',
          points: [
            { name: 'TL-P4-01', family: 'tilt' },
            { name: 'TL-P4-02', family: 'tilt' },
          ],
        },
      ],
    },
    {
      name: 'Stay cables',
      type: 'bridge',
      offset: [90, 50],
      groups: [
        {
          item: 'Upstream',
          device: 'CF-0503',
          model: 'VM-8',
          points: [
            { name: 'CF-U-07', family: 'axialForce' },
            { name: 'CF-U-08', family: 'axialForce' },
          ],
        },
      ],
    },
    {
      name: 'Wind and temperature',
      type: 'bridge',
      offset: [170, 95],
      groups: [
        { item: null, device: 'WS-0601', model: 'WS-9', points: [{ name: 'WS-01', family: 'environment' }] },
        deckRain,
      ],
    },
    approachSpans,
  ],
};
