import { type ConfigKey, configKeys, type DeviceConfig } from './devices.config.ts';

/** The config field is the default of a parameter of the points that the device feeds. */
interface DefaultOf {
  readonly parameter: string;
  /** Sensor modes whose recipes ask for the parameter in the unit of the field. */
  readonly modes: readonly number[];
}
/**
 * The config field is a fact of the instrument, shown on the page of the device; `at` says who else reads it. The code of a
 * camera alone is shown nowhere: it waits for pictures to be fetched.
 */
interface FactFor {
  readonly at: 'page' | 'firmware' | 'baseStations' | 'cameras';
}

const chain = [5];
/** Vibrating wires, bridges and ratios, which correct by Kt (T - t0). */
const corrected = [1, 6, 7, 8, 9];

/**
 * Where each config field acts. Invariant: one that acts nowhere is no field. Lengths are `length1`, `length2`, ... of the
 * segments.
 */
export const configActs = {
  segmentLengths: { parameter: 'length', modes: chain },
  markAngle: { parameter: 'markAzimuth', modes: chain },
  chartDirection: { parameter: 'chartDirection', modes: chain },
  panelAngle: { parameter: 'panelAngle', modes: chain },
  panelElevation: { parameter: 'plinthElevation', modes: chain },
  settlementSign: { parameter: 'settlementSign', modes: chain },
  convergenceSign: { parameter: 'convergenceSign', modes: chain },
  archSettlementSign: { parameter: 'archSign', modes: chain },
  K: { parameter: 'K', modes: [1] },
  f0: { parameter: 'f0', modes: [1] },
  Kt: { parameter: 'Kt', modes: corrected },
  t0: { parameter: 't0', modes: corrected },
  Kr: { parameter: 'Kr', modes: [8, 9] },
  currentMin: { parameter: 'minCurrent', modes: [2] },
  currentMax: { parameter: 'maxCurrent', modes: [2] },
  voltageMin: { parameter: 'minVoltage', modes: [3] },
  voltageMax: { parameter: 'maxVoltage', modes: [3] },
  fullScale: { parameter: 'fullScale', modes: [8] },
  nodeCount: { at: 'page' },
  elevation: { at: 'page' },
  cameraSerial: { at: 'page' },
  cameraCode: { at: 'cameras' },
  firmwareVersion: { at: 'firmware' },
  gnssRole: { at: 'baseStations' },
  baseStationHost: { at: 'baseStations' },
  baseStationPort: { at: 'baseStations' },
  approxX: { at: 'baseStations' },
  approxY: { at: 'baseStations' },
  approxZ: { at: 'baseStations' },
} as const satisfies Readonly<Record<ConfigKey, DefaultOf | FactFor>>;

const defaults: readonly (readonly [ConfigKey, DefaultOf])[] = configKeys.flatMap((key) => {
  const act: DefaultOf | FactFor = configActs[key];
  return 'parameter' in act ? [[key, act] as const] : [];
});

/** Returns whether a config field is the default of a parameter of points. */
export const isDefault = (key: ConfigKey): boolean => 'parameter' in configActs[key];

/** Returns whether a config field is a fact of an instrument, or the default of a parameter in one of its sensor modes. */
export function actsInModes(key: ConfigKey, sensorModes: readonly number[]): boolean {
  const act: DefaultOf | FactFor = configActs[key];
  return !('parameter' in act) || act.modes.some((mode) => sensorModes.includes(mode));
}

export type Parameters = Readonly<Record<string, number>>;

/** Drawings run to the right or up, unless it says the other way. */
const asNumber = (value: unknown): number | null => {
  if (typeof value === 'number') return value;
  if (value === 'left' || value === 'down') return -1;
  return value === 'right' || value === 'up' ? 1 : null;
};

/** Returns the parameters that the config of a device sets for the points that it feeds, whatever their sensor mode. */
export function parametersOfDevice(config: Partial<DeviceConfig>): Parameters {
  const set: Record<string, number> = {};
  for (const [key, { parameter }] of defaults) {
    const value = config[key as keyof DeviceConfig];
    if (Array.isArray(value))
      for (const [i, length] of (value as readonly unknown[]).entries()) {
        const number = asNumber(length);
        if (number !== null) set[`${parameter}${i + 1}`] = number;
      }
    else {
      const number = asNumber(value);
      if (number !== null) set[parameter] = number;
    }
  }
  return set;
}

const isLength = (parameter: string): boolean => /^length\d+$/.test(parameter);
const modesOf = new Map(defaults.map(([, { parameter, modes }]) => [parameter, modes]));
const nameOf = (parameter: string): string => (isLength(parameter) ? 'length' : parameter);

/** Returns the config field that a parameter comes from; undefined where none is its default. */
export const fieldOfParameter = (parameter: string): ConfigKey | undefined =>
  defaults.find(([, act]) => act.parameter === nameOf(parameter))?.[0];

/** Parameters of a point: its own, and those that its device sets. */
export interface ParametersOfPoint {
  readonly mode: number;
  readonly parameters: Parameters;
  readonly deviceParameters?: Parameters | undefined;
}

/** Returns the parameters that a point takes from its device: those of its sensor mode that it does not set itself. */
export function defaultsInForce({ mode, parameters, deviceParameters = {} }: ParametersOfPoint): Parameters {
  const inUse = Object.entries(deviceParameters).filter(
    ([key]) =>
      modesOf.get(nameOf(key))?.includes(mode) &&
      !Object.hasOwn(parameters, key) &&
      // One length of all segments is the point's own value of each.
      !(isLength(key) && Object.hasOwn(parameters, 'segmentMm')),
  );
  return Object.fromEntries(inUse);
}

/** Returns the parameters that a point is converted by: its own before those of its device. */
export const parametersInForce = (point: ParametersOfPoint): Parameters => ({
  ...defaultsInForce(point),
  ...point.parameters,
});
