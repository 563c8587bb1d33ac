/**
 * A message that a device may send as it stands: for the page that shows how to connect it.
 * Invariant: it names quantities that the channel's own conversion reads, so that what is copied arrives as a reading.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { type Family, type FamilyCode, families } from '@plumbline/contract/points/families';
import { recipe } from '@plumbline/science/sensors/recipes';

/** A plausible value of each quantity that a sample may show; a quantity that says the same as another is not here. */
const plausible: ReadonlyMap<string, number> = new Map(
  Object.entries({
    frequency: 2712.4,
    temperature: 18.2,
    temp: 18.2,
    current: 11.36,
    voltage: 2.41,
    ratio: 0.512,
    east: 512_345.678,
    north: 3_412_345.678,
    height: 128.412,
    solution: 4,
    x: 0.124,
    y: -0.087,
    peakX: 0.31,
    peakY: 0.27,
    peakZ: 0.42,
    rms: 0.11,
    gauge: 1435.6,
    superelevation: 1.2,
    twist: 0.3,
    longitudinal: 0.8,
    alignment: -0.6,
    opening: 0.412,
    strain: 128.4,
    deflection: 2.31,
    convergence: -0.84,
    pressure: 84.2,
    force: 412.6,
    level: 236.418,
    flow: 12.84,
    head: 0.182,
    interval: 0.4,
    moisture: 31.6,
    conductivity: 412,
    humidity: 64.2,
    airPressure: 1009.6,
    windSpeed: 3.4,
    windDirection: 225,
    radiation: 412,
    noise: 48.6,
    pm25: 18,
    pm10: 34,
    value: 18.2,
  }),
);

/** What a channel of a mode sends that feeds nothing yet. */
const byMode: Readonly<Record<number, readonly string[]>> = {
  1: ['frequency', 'temperature'],
  2: ['current'],
  3: ['voltage'],
  4: ['value'],
  5: ['x', 'y'],
  6: ['ratio', 'temperature'],
  7: ['ratio', 'temperature'],
  8: ['ratio', 'temperature'],
  9: ['ratio', 'temperature'],
};

export interface Feeds {
  readonly family: FamilyCode;
  readonly mode: number;
  readonly nodeCount: number;
}

function channelSample(mode: number, feeds: Feeds | undefined, measurement: FamilyCode | null) {
  const reads: Feeds | undefined =
    feeds ?? (measurement && fits(measurement, mode) ? { family: measurement, mode, nodeCount: 0 } : undefined);
  const quantities = reads ? recipe({ ...reads, parameters: {} }).quantities : (byMode[mode] ?? ['value']);
  const numbers = quantities.filter((quantity) => plausible.has(quantity));
  const nodes = Math.max(reads?.nodeCount ?? 0, 1);
  const one = (quantity: string) => getOrThrow(plausible, quantity);
  return Object.fromEntries(
    (numbers.length > 0 ? numbers : ['value']).map((quantity) => [
      quantity,
      (reads?.mode ?? mode) === 5 ? Array.from({ length: nodes }, () => one(quantity)) : one(quantity),
    ]),
  );
}

const fits = (family: FamilyCode, mode: number) => (families[family] as Family).modes.includes(mode as 1);

/** A message of the device's first channel, measured at `at`; without channels, one of channel 1. */
export function sampleOf(
  device: { channels: readonly { number: string; mode: number }[]; measurement: FamilyCode | null },
  fed: readonly (Feeds & { channel: string })[],
  at: Date,
) {
  const channel = device.channels[0] ?? { number: '1', mode: 4 };
  const feeds = fed.find((each) => each.channel === channel.number);
  return {
    at: at.toISOString(),
    channels: { [channel.number]: channelSample(channel.mode, feeds, device.measurement) },
  };
}
