/** Where the axes of a drawing have their numbers. Pure. */

/** At most so many along an axis. */
const maxTicks = 12;

/** A step of 1, 2 or 5 times a power of ten that gives at most so many over a span. */
export function stepOf(span: number, most: number): number {
  const rough = Math.abs(span) / Math.max(1, most);
  if (!(rough > 0) || !Number.isFinite(rough)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((each) => each * power >= rough * 0.999) ?? 10);
}

/** Round values between two ends that may run either way, with their decimals. */
export function ticksBetween(from: number, to: number, lengthPx: number, apartPx: number) {
  const step = stepOf(to - from, Math.min(maxTicks, Math.floor(lengthPx / apartPx)));
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.max(0, Math.floor(high / step + 1e-9) - first + 1);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return Array.from({ length: Math.min(count, 4 * maxTicks) }, (_, i) => {
    const value = (first + i) * step;
    return { value, text: value.toFixed(decimals).replace('-', '\u2212') };
  });
}

/** Chainage as engineers write it: 0+240. */
export function chainageText(metres: number, decimals = 0): string {
  const rounded = Number(Math.abs(metres).toFixed(decimals));
  const [km, metresOver] = [Math.floor(rounded / 1000), rounded % 1000];
  const text = metresOver.toFixed(decimals);
  const padded = text.padStart(decimals > 0 ? 4 + decimals : 3, '0');
  return `${metres < 0 && rounded > 0 ? '\u2212' : ''}${km}+${padded}`;
}
