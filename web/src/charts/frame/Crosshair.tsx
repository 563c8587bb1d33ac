import type { CSSProperties } from 'react';
import type { Dot } from './kind.ts';
import type { Plane } from './plane.ts';
import type { Spot } from './spot.ts';

/** Half the width of the words at the axis, in px: they stay inside of the chart. */
const halfWords = 60;

/** The line at a position, a dot on each curve, and the position in words at the axis. */
export function Crosshair({
  plane,
  at,
  dots,
  words,
  widthPx,
}: {
  plane: Plane;
  at: number;
  dots: readonly Dot[];
  words: string;
  widthPx: number;
}) {
  const { left, right, top, bottom } = plane.drawing.layout;
  const px = plane.pxOf(at);
  const isUpright = plane.direction === 'x';
  const placeOf = (across: number): CSSProperties =>
    isUpright ? { left: px, top: across } : { left: across, top: px };
  return (
    <>
      <div
        className={isUpright ? 'line' : 'line flat'}
        style={isUpright ? { left: px, top, bottom } : { top: px, left, right }}
      />
      {dots.map(({ id, value, colour, panel }) => {
        const across = plane.acrossPxOf(value, panel);
        return across === null ? null : (
          <div key={id} className="on" style={{ ...placeOf(across), background: colour }} />
        );
      })}
      {isUpright && (
        <svg
          className="bob"
          width="8"
          height="12"
          viewBox="0 0 8 12"
          style={{ left: px - 3.5, bottom: bottom - 8 }}
          aria-hidden="true"
        >
          <path d="M0 0h8v4L4 12 0 4z" fill="currentColor" />
        </svg>
      )}
      <div
        className={isUpright ? 'when' : 'when flat'}
        style={
          isUpright
            ? { left: Math.min(Math.max(px, halfWords), widthPx - halfWords), bottom: 2 }
            : { right: widthPx - left + 4, top: px }
        }
      >
        {words}
      </div>
    </>
  );
}

/** A ring around the place in the plane that is looked at. */
export const SpotMark = ({ spot }: { spot: Spot | undefined }) =>
  spot ? <div className="spot" style={{ left: spot.x, top: spot.y }} /> : null;
