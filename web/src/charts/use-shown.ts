import { useCallback, useMemo, useState } from 'react';
import type { ChartCurve } from './shapes.ts';

/** Each curve with the colour of its place, so that hiding one changes no other. */
export function withColours(curves: readonly ChartCurve[]): readonly ChartCurve[] {
  let line = 0;
  return curves.map((curve) => (curve.kind === 'hanging' ? curve : { ...curve, colour: curve.colour ?? line++ }));
}

/** Which curves of a chart are shown; the reader hides and shows them in the legend. */
export function useShown(given: readonly ChartCurve[]) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => withColours(given), [given]);
  const curves = useMemo(() => {
    const shown = all.filter(({ id }) => !hidden.has(id));
    // Another point has other curves: where all of them were hidden before, an empty frame would say that there is no data.
    return shown.length > 0 ? shown : all;
  }, [all, hidden]);
  const toggle = useCallback(
    (id: string): void =>
      setHidden((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return given.every((curve) => next.has(curve.id)) ? before : next;
      }),
    [given],
  );
  return { all, curves, hidden, toggle };
}
