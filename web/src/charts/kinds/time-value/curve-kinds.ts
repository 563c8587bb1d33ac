import type { ChartCurve, CurveKind } from './shapes.ts';

/** What follows from how a curve is drawn. A new kind does not compile until each question is answered for it. */
interface CurveTraits {
  /** The axis that it is read on; null = whichever the curve names. */
  readonly axis: 'hanging' | null;
  /** True when it takes the next colour of the list; what does not has one of its own. */
  readonly takesColour: boolean;
  /** True when the crosshair stops at its readings. */
  readonly isFollowed: boolean;
}

const traits = {
  line: { axis: null, takesColour: true, isFollowed: true },
  columns: { axis: null, takesColour: true, isFollowed: true },
  forecast: { axis: null, takesColour: false, isFollowed: false },
  filtered: { axis: null, takesColour: false, isFollowed: true },
  hanging: { axis: 'hanging', takesColour: false, isFollowed: false },
} as const satisfies Record<CurveKind, CurveTraits>;

export const kindOf = (curve: ChartCurve): CurveKind => curve.kind ?? 'line';
export const traitsOf = (curve: ChartCurve): CurveTraits => traits[kindOf(curve)];

export const axisOf = (curve: ChartCurve): 'left' | 'right' | 'hanging' => traitsOf(curve).axis ?? curve.axis ?? 'left';

/** Each curve with the colour of its place, so that hiding one changes no other; a filtered one has that of what it was made of. */
export function withColours(curves: readonly ChartCurve[]): readonly ChartCurve[] {
  let place = 0;
  const colours = new Map<string, number>();
  const colourOf = (curve: ChartCurve): number | undefined =>
    curve.colour ?? (traitsOf(curve).takesColour ? place++ : colours.get(curve.of ?? ''));
  return curves.map((curve) => {
    const colour = colourOf(curve);
    if (colour === undefined) return curve;
    colours.set(curve.id, colour);
    return { ...curve, colour };
  });
}

/** Where the crosshair stops: at the readings of the curve that it follows, and beyond them along a forecast. */
export function stopsWithForecast(curves: readonly ChartCurve[]): readonly number[] {
  const stops = leadOf(curves)?.times ?? [];
  const last = stops.at(-1) ?? Number.NEGATIVE_INFINITY;
  const next = curves.find((curve) => kindOf(curve) === 'forecast')?.times.filter((at) => at > last) ?? [];
  return next.length === 0 ? stops : [...stops, ...next];
}

/** The curve whose readings the crosshair follows: the first with any. */
export const leadOf = (curves: readonly ChartCurve[]): ChartCurve | undefined =>
  curves.find((curve) => traitsOf(curve).isFollowed && curve.times.length > 0);
