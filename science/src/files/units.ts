/** Units of files against units of fields: the factor between them, where both are known. Pure. */

/** Size of a unit in the first of its kind; temperatures have an offset besides. */
const kinds: readonly Readonly<Record<string, number>>[] = [
  { m: 1, mm: 1e-3, cm: 1e-2, km: 1e3, um: 1e-6, in: 0.0254, ft: 0.3048, metre: 1, metres: 1, meter: 1, meters: 1 },
  {
    kpa: 1,
    pa: 1e-3,
    hpa: 0.1,
    mpa: 1e3,
    bar: 100,
    mbar: 0.1,
    psi: 6.894757293168,
    mh2o: 9.80665,
    cmh2o: 0.0980665,
    mmh2o: 0.00980665,
    fth2o: 2.98906692,
    inh2o: 0.24908891,
  },
  { kn: 1, n: 1e-3, mn: 1e3, tf: 9.80665, kgf: 9.80665e-3 },
  { deg: 1, rad: 180 / Math.PI, mrad: 0.18 / Math.PI, "'": 1 / 60, '"': 1 / 3600 },
  { 'm3/h': 1, 'm3/s': 3600, 'l/s': 3.6, 'l/min': 0.06, 'm3/d': 1 / 24 },
  { 'm/s': 1, 'km/h': 1 / 3.6, 'mm/s': 1e-3, 'cm/s': 1e-2 },
  { microstrain: 1, ue: 1, strain: 1e6, millistrain: 1e3 },
  { hz: 1, khz: 1e3 },
  { digit: 1, digits: 1 },
  { ω: 1, ohm: 1, ohms: 1, kω: 1e3, kohm: 1e3 },
  { ma: 1, a: 1e3 },
  { v: 1, mv: 1e-3 },
  { 'mv/v': 1, 'v/v': 1e3 },
];
const celsius: Readonly<Record<string, { factor: number; offset: number }>> = {
  degc: { factor: 1, offset: 0 },
  oc: { factor: 1, offset: 0 },
  c: { factor: 1, offset: 0 },
  celsius: { factor: 1, offset: 0 },
  degf: { factor: 5 / 9, offset: -160 / 9 },
  f: { factor: 5 / 9, offset: -160 / 9 },
  k: { factor: 1, offset: -273.15 },
  kelvin: { factor: 1, offset: -273.15 },
};
/** As Chinese sheets write them. */
const chinese: Readonly<Record<string, string>> = {
  米: 'm',
  毫米: 'mm',
  厘米: 'cm',
  千帕: 'kpa',
  兆帕: 'mpa',
  帕: 'pa',
  千牛: 'kn',
  度: 'deg',
  摄氏度: 'degc',
  赫兹: 'hz',
  毫安: 'ma',
  伏: 'v',
  欧姆: 'ω',
};

function plain(unit: string): string {
  const text = unit
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace('℃', 'degc')
    .replace('°c', 'degc')
    .replace('°f', 'degf')
    .replace('°', 'deg')
    .replace(/[µμ]ε/u, 'microstrain')
    .replace(/[µμ]/u, 'u')
    .replace('₂', '2')
    .replace('²', '2')
    .replace('³', '3');
  return chinese[text] ?? text;
}

/** How a number of one unit becomes that of another: cell * factor, of that the angle where it is a sine, + offset. */
export interface UnitStep {
  readonly factor: number;
  readonly offset: number;
  /** cell * factor is the sine of an angle in degrees, as chains of tilt sensors write it. */
  readonly sine?: boolean;
}

/** NaN where a sine is none. */
export function stepped({ factor, offset, sine }: UnitStep, cell: number): number {
  const scaled = cell * factor;
  return (sine ? (Math.asin(scaled) * 180) / Math.PI : scaled) + offset;
}

/** What is written of a tilted segment: its sine, or its offset over its length. By the factor that makes it a sine. */
const sines: Readonly<Record<string, number>> = {
  sin: 1,
  sine: 1,
  'sin(angle)': 1,
  sin_angle: 1,
  'mm/m': 1e-3,
  'm/m': 1,
  'in/ft': 1 / 12,
};

/** Returns whether a word is a unit that is known here. */
export function isUnit(word: string): boolean {
  const unit = plain(word);
  return unit in celsius || unit in sines || kinds.some((kind) => unit in kind);
}

/** How a value in `from` becomes one in `to`; null where one of them is unknown or they measure different things. */
export function unitStep(from: string, to: string): UnitStep | null {
  const [a, b] = [plain(from), plain(to)];
  if (a === b) return { factor: 1, offset: 0 };
  const [warm, target] = [celsius[a], celsius[b]];
  if (warm && target) return target.factor === 1 && target.offset === 0 ? warm : null;
  const sine = b === 'deg' ? sines[a] : undefined;
  if (sine !== undefined) return { factor: sine, offset: 0, sine: true };
  for (const kind of kinds) {
    const [one, other] = [kind[a], kind[b]];
    // Steps between decimal units are decimal: 0.001 and not 0.0010000000000000002.
    if (one !== undefined && other !== undefined) return { factor: Number((one / other).toPrecision(12)), offset: 0 };
  }
  return null;
}
