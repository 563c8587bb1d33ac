/** The vocabulary of devices: kinds, ways of collecting, protocols. Words of each are in the language packs (devices.json). */
export const deviceTypes = ['measuring', 'collector', 'DTU'] as const;
/** Statuses of the specification, and `neverReported`: a device or channel of which nothing ever came is not normal, it is not known. */
export const healthStatuses = [
  'normal',
  'neverReported',
  'lowVoltage',
  'dataLost',
  'dataRepeat',
  'nodeBroken',
] as const;
/** unknown = it is connected to an edge at a site, and the edge has not been heard of: nobody knows. */
export const connectionStates = ['notConnected', 'unknown', 'connecting', 'connected'] as const;
export type Connection = (typeof connectionStates)[number];

export const deviceCategories = [
  'array',
  'gnss',
  'totalStation',
  'levelling',
  'vibration',
  'sensor',
  'collector',
  'telemetry',
  'camera',
  'weather',
  'vision',
  'radar',
  'safety',
  'other',
] as const;

/** How what a device measures is collected: by itself, by a collector of a series, over an extension module, by a DTU, by the control box beside it. */
export const collectorTypes = ['direct', 'DCT', 'IDC', 'HEM', 'DTU', 'host'] as const;
export type CollectorType = (typeof collectorTypes)[number];

/** How a channel is read. */
export const channelProtocols = [
  'plumbline',
  'vibratingWire',
  'analog',
  'bridge',
  'pulse',
  'modbusRTU',
  'adm',
  'nmea',
  'rtcm3',
  'onvif',
  'vendorCloud',
] as const;

/** Where a channel is: on the device itself, on an extension module (HEM), or behind its serial port. */
export const channelConfigTypes = ['direct', 'module', 'serial'] as const;

/** Abilities of a model beyond measuring. */
export const modelFeatures = ['events', 'serial', 'files', 'camera', 'gnss', 'vibration', 'signalInDb'] as const;
/**
 * Features that change what a screen shows: register channels need a serial line, a 4G signal in dB has grades of its own, what
 * vibrates is sampled and filtered, and an event has a trigger.
 */
export const modelFeaturesRead: readonly (typeof modelFeatures)[number][] = [
  'events',
  'serial',
  'vibration',
  'signalInDb',
];

/** Kinds of entries in the Warnings list of a device, besides changes of its health. */
export const warningKinds = [
  'lowVoltage',
  'dataLost',
  'dataRepeat',
  'nodeBroken',
  'overdue',
  'refused',
  'firmware',
  'collectPlan',
  'certificate',
  'other',
] as const;
export type WarningKind = (typeof warningKinds)[number];
