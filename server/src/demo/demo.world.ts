/**
 * The demonstration's world, as data: an invented corporation whose projects show every measurement family. What a point
 * measures is made by the virtual devices (tools/virtual-devices); here stands only what is where.
 */
import type { FamilyCode } from '@plumbline/contract/families';

export type AlertLevel = 0 | 1 | 2 | 3 | 4;

/** One measuring point. Its limits lie above what it does in an ordinary year. */
export interface DemoPoint {
  readonly name: string;
  readonly family: FamilyCode;
  /** What it is there for, where that is not the family's first field. */
  readonly field?: string;
  /** It has moved beyond its ordinary year in the last days, and has reached this level. */
  readonly alertLevel?: AlertLevel;
  readonly mode?: number;
  readonly nodeCount?: number;
  /** Of a water level: where its lower end lies, m. */
  readonly bottom?: number;
  /** Its bracket was pushed once: a jump over its limits for two days, twelve days before. */
  readonly knocked?: boolean;
  /** Crosses its first limits for some minutes now and then, live: to see an alert come. */
  readonly lively?: boolean;
  /** Its sensor is stuck and delivers the same sample for ever (demo.faults.ts). */
  readonly stuck?: boolean;
}
/** An item (or a structure without items) with its logger: one device, one channel a point. */
export interface DemoGroup {
  readonly item: string | null;
  readonly device: string;
  readonly model: string;
  /** What is wrong with the device itself (demo.faults.ts). */
  readonly fault?: DeviceFault;
  /** It records a bridge under traffic, and delivers more often than once an hour: its curve is seen to move. */
  readonly everySeconds?: number;
  readonly points: readonly DemoPoint[];
}
/** Silent: nothing has come for days. Low battery: it still delivers. */
export type DeviceFault = 'silent' | 'lowBattery';

export interface DemoStructure {
  readonly name: string;
  readonly type: 'bridge' | 'tunnel' | 'dam' | 'slope' | 'pit' | 'building' | 'railway' | 'mine' | 'other';
  /** Metres east and north of the project's own place. */
  readonly offset: readonly [east: number, north: number];
  readonly groups: readonly DemoGroup[];
}
export interface DemoProject {
  readonly name: string;
  readonly address: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly structures: readonly DemoStructure[];
}

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

export const world: readonly DemoProject[] = [
  {
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
    ],
  },
  {
    name: 'Qinghe River Bridge',
    address: 'Qinghe, Anhui',
    longitude: 118.36,
    latitude: 31.34,
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
        groups: [{ item: null, device: 'WS-0601', model: 'WS-9', points: [{ name: 'WS-01', family: 'environment' }] }],
      },
    ],
  },
  {
    name: 'Luojia Bay Foundation Pit',
    address: 'Luojia Bay, Wuhan',
    longitude: 114.31,
    latitude: 30.55,
    structures: [
      {
        name: 'East wall',
        type: 'pit',
        offset: [40, 0],
        groups: [
          {
            item: 'Panel E12',
            device: 'ADM-0712',
            model: 'ADM-24',
            points: [
              { name: 'IN-07', family: 'deepDisplacement', nodeCount: 24, alertLevel: 4 },
              { name: 'WL-E12', family: 'waterLevel', mode: 1 },
            ],
          },
          {
            item: 'Panel E15',
            device: 'VW8-0715',
            model: 'DCT-8',
            points: [
              { name: 'EP-E15', family: 'soilPressure', mode: 1 },
              { name: 'AN-E15', family: 'anchorForce' },
            ],
          },
        ],
      },
      {
        name: 'Struts',
        type: 'pit',
        offset: [0, -20],
        groups: [
          {
            item: null,
            device: 'VW16-0720',
            model: 'DCT-16',
            points: [
              { name: 'SP-E4-1', family: 'axialForce' },
              { name: 'SP-E4-2', family: 'axialForce' },
            ],
          },
        ],
      },
      {
        name: 'Library next door',
        type: 'building',
        offset: [90, 30],
        groups: [
          {
            item: null,
            device: 'DT-0731',
            model: 'DT-4',
            points: [
              { name: 'CR-L-01', family: 'crack' },
              { name: 'TL-L-01', family: 'tilt' },
            ],
          },
        ],
      },
    ],
  },
  {
    name: 'Baisha Landslide',
    address: 'Baisha, Yichang',
    longitude: 111.02,
    latitude: 30.86,
    structures: [
      {
        name: 'Upper block',
        type: 'slope',
        offset: [0, 120],
        groups: [
          {
            item: null,
            device: 'GDM-0904',
            model: 'GDM',
            fault: 'lowBattery',
            points: [
              { name: 'GN-04', family: 'surfaceDisplacement' },
              { name: 'GN-05', family: 'surfaceDisplacement' },
              { name: 'CR-U-01', family: 'crack' },
            ],
          },
        ],
      },
      {
        name: 'Toe',
        type: 'slope',
        offset: [30, -160],
        groups: [
          {
            item: null,
            device: 'GDM-0911',
            model: 'GDM',
            points: [
              { name: 'GN-11', family: 'surfaceDisplacement' },
              { name: 'RG-02', family: 'rainfall' },
              { name: 'SM-01', family: 'soilMoisture' },
              { name: 'AN-T-03', family: 'anchorForce' },
            ],
          },
        ],
      },
    ],
  },
  {
    name: 'Metro Line 7, Guanshan-Luyin',
    address: 'Hangzhou',
    longitude: 120.19,
    latitude: 30.26,
    structures: [
      {
        name: 'Left tunnel',
        type: 'tunnel',
        offset: [0, 0],
        groups: [
          {
            item: 'Rings 400-420',
            device: 'TS-0412',
            model: 'TDM',
            points: [
              { name: 'CV-410', family: 'structuralDeformation', mode: 4, field: 'convergence' },
              { name: 'CV-412', family: 'structuralDeformation', mode: 4, field: 'convergence', alertLevel: 3 },
              { name: 'CR-412', family: 'crack' },
            ],
          },
        ],
      },
      {
        name: 'Track',
        type: 'railway',
        offset: [20, 15],
        groups: [
          {
            item: null,
            device: 'TRK-0420',
            model: 'TRK',
            fault: 'silent',
            points: [
              { name: 'TR-420', family: 'track' },
              { name: 'TR-425', family: 'track' },
            ],
          },
        ],
      },
    ],
  },
  {
    name: 'Wanshou City Wall',
    address: 'Jingzhou',
    longitude: 112.19,
    latitude: 30.35,
    structures: [
      {
        name: 'North gate',
        type: 'building',
        offset: [0, 0],
        groups: [
          {
            item: null,
            device: 'DT-1107',
            model: 'DT-4',
            points: [
              { name: 'CR-07', family: 'crack', knocked: true },
              { name: 'TL-08', family: 'tilt' },
              { name: 'VB-09', family: 'vibration' },
              { name: 'TM-10', family: 'temperature' },
            ],
          },
        ],
      },
    ],
  },
];
