import { levelPaths } from '../kernel/levels.ts';

/**
 * A curve the size of a word: no axes, its newest value as a dot, the nearest threshold as a dashed line.
 * Invariant: gaps (null) break the line; the range includes the threshold.
 */
export function Sparkline({
  times,
  values,
  threshold,
  level = 1,
  width = 96,
  height = 24,
  label,
}: {
  times: readonly number[];
  values: readonly (number | null)[];
  threshold?: number | null | undefined;
  level?: number;
  width?: number;
  height?: number;
  /** What a screen reader says. */
  label?: string;
}) {
  const present = values.filter((value): value is number => value !== null);
  if (present.length === 0) return <svg width={width} height={height} aria-hidden="true" />;
  let low = Math.min(...present);
  let high = Math.max(...present);
  // A threshold far from the curve would press it flat: it is drawn only where it is near.
  const near =
    threshold != null && threshold > low - (high - low || 1) * 2 && threshold < high + (high - low || 1) * 2
      ? threshold
      : null;
  if (near !== null) {
    low = Math.min(low, near);
    high = Math.max(high, near);
  }
  const pad = 3;
  const span = high - low || 1;
  const first = times[0] ?? 0;
  const length = (times.at(-1) ?? 1) - first || 1;
  const x = (at: number): number => pad + ((at - first) / length) * (width - 2 * pad);
  const y = (value: number): number => height - pad - ((value - low) / span) * (height - 2 * pad);
  let d = '';
  let pen = false;
  for (let i = 0; i < times.length; i++) {
    const value = values[i];
    if (value === null || value === undefined) {
      pen = false;
      continue;
    }
    d += `${pen ? 'L' : 'M'}${x(times[i]!).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = true;
  }
  const lastAt = values.findLastIndex((value) => value !== null);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden where the value stands beside it
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {near !== null && (
        <path
          d={`M${pad} ${y(near).toFixed(1)}H${width - pad}`}
          stroke={`var(--pl-lv${level}-edge)`}
          strokeDasharray="3 2"
        />
      )}
      <path d={d} fill="none" stroke="var(--pl-text-2)" strokeWidth="1.3" strokeLinejoin="round" />
      <circle cx={x(times[lastAt]!)} cy={y(values[lastAt] as number)} r="2" fill="var(--pl-text-2)" />
    </svg>
  );
}

/** The glyph of a level as an image for canvas: drawn with resolved colours. */
export function glyphUrl(level: number, fill: string, edge: string, ink: string): string {
  const path = levelPaths[level as 1];
  const y = level === 2 ? 12.4 : 11.2;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 16 16"><path d="${path}" fill="${fill}" stroke="${edge}" stroke-linejoin="round"/><text x="8" y="${y}" text-anchor="middle" font-family="Arial,sans-serif" font-size="9" font-weight="700" fill="${ink}">${level}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
