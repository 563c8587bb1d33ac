interface Point {
  readonly at: number;
  readonly value: number | null;
}
interface Known extends Point {
  readonly value: number;
}
const padPx = 3;

interface Limit {
  readonly level: number;
  readonly value: number;
}

/** Where instants and values lie, and which limits are near: one far from the curve would press it flat. */
function placed(points: readonly Point[], limits: readonly Limit[], size: { width: number; height: number }) {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const reach = (highest - lowest || 1) * 2;
  const near = limits.filter(({ value }) => value > lowest - reach && value < highest + reach);
  const drawn = near.map(({ value }) => value);
  const low = Math.min(lowest, ...drawn);
  const span = Math.max(highest, ...drawn) - low || 1;
  const first = points[0]?.at ?? 0;
  const length = (points.at(-1)?.at ?? 1) - first || 1;
  return {
    near,
    x: (at: number): number => padPx + ((at - first) / length) * (size.width - 2 * padPx),
    y: (value: number): number => size.height - padPx - ((value - low) / span) * (size.height - 2 * padPx),
  };
}

/** The curve as an SVG path, broken where there is no value. */
function lineThrough(points: readonly Point[], x: (at: number) => number, y: (value: number) => number): string {
  let path = '';
  let isDown = false;
  for (const { at, value } of points) {
    if (value !== null) path += `${isDown ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    isDown = value !== null;
  }
  return path;
}

/**
 * A curve the size of a word: no axes, its newest value as a dot, limits that are near as dashed lines in the colour of their own level.
 * Invariant: gaps (null) break the line; the range includes those limits.
 */
export function Sparkline({
  times,
  values,
  limits = [],
  width = 96,
  height = 24,
  label,
}: {
  times: readonly number[];
  values: readonly (number | null)[];
  limits?: readonly Limit[];
  width?: number;
  height?: number;
  /** What a screen reader says. */
  label?: string;
}) {
  const points = [...times.entries()].map(([i, at]) => ({ at, value: values[i] ?? null }));
  const last = points.findLast((point): point is Known => point.value !== null);
  if (!last) return <svg width={width} height={height} aria-hidden="true" />;
  const { near, x, y } = placed(points, limits, { width, height });
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden where the value stands beside it
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {near.map(({ level, value }) => (
        <path
          key={`${level} ${value}`}
          d={`M${padPx} ${y(value).toFixed(1)}H${width - padPx}`}
          stroke={`var(--pl-lv${level}-edge)`}
          strokeDasharray="3 2"
        />
      ))}
      <path
        d={lineThrough(points, x, y)}
        fill="none"
        stroke="var(--pl-text-2)"
        strokeWidth="1.3"
        strokeLinejoin="round"
      />
      <circle cx={x(last.at)} cy={y(last.value)} r="2" fill="var(--pl-text-2)" />
    </svg>
  );
}
