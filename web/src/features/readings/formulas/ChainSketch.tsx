import { initialShape } from '@plumbline/science/profiles/rest';
import { chainDrawing, chainOf } from '@plumbline/science/sensors/chain';
import { Settings } from '@plumbline/science/sensors/settings';
import { useTranslation } from 'react-i18next';
import type { Parameters } from './chain-segments.ts';

const widthPx = 300;
const heightPx = 340;
const marginPx = 26;

/** The chain as it lies at its initial angles; a casing is drawn wider than it is, so that its shape is seen. */
export function ChainSketch({ parameters, nodeCount }: { parameters: Parameters; nodeCount: number }) {
  const { t } = useTranslation();
  const settings = new Settings(parameters);
  const chain = chainOf(settings, nodeCount);
  const mirror = chainDrawing(settings).direction;
  const nodes = initialShape(chain);
  const all = nodes.map(({ x, y }) => ({ x: mirror * x, y }));
  if (all.length === 0 || all.some(({ x, y }) => !Number.isFinite(x + y)))
    return <p className="pl-3 pl-sm">{t('formulas:chain.noShape')}</p>;
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const up = (heightPx - 2 * marginPx) / Math.max(1, top - bottom);
  const across = (widthPx - 2 * marginPx) / Math.max(1, right - left);
  // True to scale but for casings and lines, whose shape is small beside their length.
  const isFree = chain.form === 'vertical' || chain.form === 'horizontal';
  const [scaleX, scaleY] = isFree
    ? [Math.min(across, 60 * up), Math.min(up, 60 * across)]
    : [Math.min(across, up), Math.min(across, up)];
  const placed = all.map(({ x, y }) => ({
    x: widthPx / 2 + (x - (left + right) / 2) * scaleX,
    y: heightPx / 2 - (y - (bottom + top) / 2) * scaleY,
  }));
  const fixed = chain.fixedEnd === 'top' ? placed[0] : placed.at(-1);
  const line = chain.form === 'ring' ? [...placed, ...placed.slice(0, 1)] : placed;
  const every = Math.max(1, Math.ceil(placed.length / 16));
  return (
    <svg
      className="pt-chain-sketch"
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      role="img"
      aria-label={t('formulas:chain.sketch')}
    >
      <polyline points={line.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {placed.map(({ x, y }, joint) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a joint is its place
        <g key={joint}>
          <circle cx={x} cy={y} r={2.5} />
          {joint % every === 0 && (
            <text x={x + 7} y={y + 3}>
              {joint}
            </text>
          )}
        </g>
      ))}
      {fixed && <rect x={fixed.x - 5} y={fixed.y - 5} width={10} height={10} />}
    </svg>
  );
}
