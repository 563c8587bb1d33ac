/**
 * Waveforms of the demonstration over the year before it was made: blasts of a quarry and lorries on the road beside a wall;
 * lorries and a train on a bridge, which rings at its own frequencies, lower when it is warm. Each is a function of its
 * number and time alone, and is brought as a file by the product's own route.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { waveforms } from '@plumbline/contract/views/waveforms';
import { csvLine } from '@plumbline/science/files/csv-writer';
import type { Furnishing, Step } from './demo.client.ts';
import { pointsOf } from './demo.furnish.projects.ts';

const rateHz = 200;
/** How many lie within the last month, and how many within the year before it. */
const places = [
  { project: 'Wanshou City Wall', point: 'VB-09', kinds: ['traffic', 'blast'], recent: 10, older: 14 },
  { project: 'Qinghe River Bridge', point: 'VB-C-02', kinds: ['bridge'], recent: 44, older: 16 },
] as const;
type Kind = 'blast' | 'traffic' | 'bridge' | 'train';
const secondsOf: Readonly<Record<Kind, number>> = { blast: 6, traffic: 10, bridge: 16, train: 120 };

/** A number between 0 and 1 that looks random and is always the same (mulberry32). */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Velocities in mm/s along x, y, z. A blast rises in a moment and decays; a lorry swells and fades. */
export function velocities(kind: Kind, seed: number, temperatureC = 15): Float64Array[] {
  if (kind === 'bridge' || kind === 'train') return bridgeVelocities(kind, seed, temperatureC);
  const random = chance(seed);
  const seconds = secondsOf[kind];
  const peak = kind === 'blast' ? 1.5 + 5 * random() ** 2 : 0.3 + 0.7 * random();
  const hz = kind === 'blast' ? 9 + 26 * random() : 5 + 7 * random();
  return [1, 0.7, 0.85].map((share) => {
    const [phase, second] = [2 * Math.PI * random(), 2 * Math.PI * random()];
    const detune = 0.9 + 0.2 * random();
    return Float64Array.from({ length: seconds * rateHz }, (_, i) => {
      const t = i / rateHz;
      const swell = kind === 'blast' ? blastAt(t - 1) : Math.exp(-(((t - seconds / 2) / 1.8) ** 2));
      const wave =
        Math.sin(2 * Math.PI * hz * detune * t + phase) + 0.4 * Math.sin(2 * Math.PI * 2.3 * hz * t + second);
      const noise = 0.02 * (random() - 0.5);
      return Number((peak * share * swell * wave * 0.8 + noise).toFixed(3));
    });
  });
}

/** Own frequencies of the bridge at 15 °C, and how much of each is in x, y, z. */
const modes = [
  { hz: 2.06, shares: [0.1, 0.12, 1] },
  { hz: 3.48, shares: [0.15, 0.8, 0.25] },
  { hz: 6.21, shares: [0.4, 0.15, 0.45] },
] as const;
/** Softer asphalt and looser cables: of a frequency, for each degree. */
const perDegree = -0.0016;

/** What crosses makes the bridge ring; it rings on when it is gone. A train adds the beat of its axles, which slows down. */
function bridgeVelocities(kind: 'bridge' | 'train', seed: number, temperatureC: number): Float64Array[] {
  const random = chance(seed);
  const seconds = secondsOf[kind];
  const peak = kind === 'train' ? 1.6 : 0.25 + 0.6 * random();
  const [begin, end] = kind === 'train' ? [20, 80] : [2, 4 + 3 * random()];
  const ringing = modes.map(({ hz, shares }) => ({
    hz: hz * (1 + perDegree * (temperatureC - 15)),
    shares,
    strength: 0.6 + 0.6 * random(),
    phase: 2 * Math.PI * random(),
  }));
  return [0, 1, 2].map((axis) => {
    // Wind and traffic far away: more of it the slower it is.
    let unrest = 0;
    return Float64Array.from({ length: seconds * rateHz }, (_, i) => {
      const t = i / rateHz;
      unrest = 0.9 * unrest + 0.08 * (random() - 0.5);
      const swell = t < begin ? Math.exp(-((t - begin) ** 2) / 2) : t < end ? 1 : Math.exp(-(t - end) / 3.5);
      let wave = 0;
      for (const { hz, shares, strength, phase } of ringing)
        wave += strength * (shares[axis] ?? 0) * Math.sin(2 * Math.PI * hz * t + phase);
      // From 11 to 7.4 axles a second while it crosses.
      const crossing = t < begin || t > end ? 0 : Math.sin((Math.PI * (t - begin)) / (end - begin));
      const axles = kind === 'train' ? 0.7 * crossing * Math.sin(2 * Math.PI * (11 * t - 0.03 * (t - begin) ** 2)) : 0;
      return Number((peak * (0.06 + swell) * wave + axles + unrest).toFixed(3));
    });
  });
}

/** Of the air, by the time of the year and of the day (UTC). */
const temperatureAt = (atMs: number): number => {
  const [day, hour] = [atMs / dayMs, (atMs % dayMs) / 3_600_000];
  return 15 + 11 * Math.sin((2 * Math.PI * (day - 105)) / 365.25) + 5 * Math.sin((2 * Math.PI * (hour - 1)) / 24);
};

/** Full after a tenth of a second, a third of it one second later. */
const blastAt = (t: number): number => (t < 0 ? 0 : Math.min(1, t / 0.1) * Math.exp(-t / 0.9));

function fileOf(startMs: number, kind: Kind, seed: number) {
  const [x = new Float64Array(), y = x, z = x] = velocities(kind, seed, temperatureAt(startMs));
  const head = [
    ['start', new Date(startMs).toISOString()],
    ['rate', rateHz],
    ['unit', 'mm/s'],
    ['trigger', kind === 'blast' ? 'level 1 mm/s' : 'STA/LTA 3.0'],
    ['x', 'y', 'z'],
  ];
  const rows = Array.from(x, (value, i) => [value, y[i] ?? null, z[i] ?? null]);
  const text = [...head, ...rows].map((cells) => csvLine(cells)).join('');
  return { name: `${kind}-${seed}.csv`, type: 'text/csv', bytes: Buffer.from(text) };
}

async function recorded(furnishing: Furnishing): Promise<void> {
  const { client, madeMs, projects } = furnishing;
  for (const [place, { project, point: name, kinds, recent, older }] of places.entries()) {
    const projectId = projects.get(project);
    const point = projectId === undefined ? undefined : (await pointsOf(furnishing, projectId)).get(name);
    if (!point) continue;
    const count = recent + older;
    for (let i = 0; i < count; i++) {
      const seed = 100 * (place + 1) + i;
      const random = chance(seed * 7919);
      // In working hours; the last of them yesterday.
      const back = i < older ? 30 + ((older - i) * 320) / older : ((count - 1 - i) * 30) / recent;
      const startMs =
        (Math.floor(madeMs / dayMs) - 1 - Math.round(back)) * dayMs + Math.round((1 + 8 * random()) * 3_600_000);
      const usual: Kind = kinds[i % kinds.length] ?? 'traffic';
      const kind = usual === 'bridge' && i === count - 1 ? 'train' : usual;
      // The same again changes nothing.
      await client.send(waveforms.upload, { pointId: point.id }, fileOf(startMs, kind, seed));
    }
  }
}

export const waveformSteps: readonly Step[] = [['waveforms', recorded]];
