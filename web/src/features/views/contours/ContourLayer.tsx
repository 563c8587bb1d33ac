import type { ContourField, Place } from '@plumbline/science/surface/contours';
import { memo, useId } from 'react';
import { bandColour } from './band-colours.ts';
import type { DrawingSize } from './contour-frames.ts';

const pathOf = (areas: ContourField['bands'][number]['areas']): string =>
  areas.flatMap((rings) => rings.map((ring) => `M${ring.map(placeWords).join('L')}Z`)).join('');
const placeWords = ([x, y]: Place): string => `${x.toPrecision(7)} ${y.toPrecision(7)}`;

/** The bands under the marks of a drawing, cut at the hull of the points: beside them nothing is known. */
export const ContourLayer = memo(function ContourLayer({
  field,
  size,
  label,
}: {
  field: ContourField;
  size: DrawingSize;
  label: string;
}) {
  const id = useId();
  return (
    <svg
      className="ct-layer"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <clipPath id={id}>
        <path d={pathOf([[field.hull]])} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        {field.bands.map(({ from, areas }, i) => (
          <path key={from ?? 'lowest'} d={pathOf(areas)} fillRule="evenodd" fill={bandColour(i, field.bands.length)} />
        ))}
      </g>
    </svg>
  );
});
