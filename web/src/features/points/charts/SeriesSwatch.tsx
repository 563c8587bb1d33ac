import { curveColour, curveDash } from '../../../charts/frame/curve-style.ts';
import { useTokens } from '../../../design/theme.tsx';

/** The line of a series as the chart draws it: its colour and dash, by its place from 0. */
export function SeriesSwatch({ place }: { place: number }) {
  const tokens = useTokens();
  const dash = curveDash(place);
  return (
    <svg className="cc-swatch" width="22" height="8" viewBox="0 0 22 8" aria-hidden="true">
      <line
        x1="1"
        x2="21"
        y1="4"
        y2="4"
        stroke={curveColour(tokens, place)}
        strokeWidth="2"
        {...(dash === 'solid' ? {} : { strokeDasharray: dash.join(' ') })}
      />
    </svg>
  );
}
