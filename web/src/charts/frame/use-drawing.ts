import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enlargementOf } from '../../design/enlarged.ts';
import { useTokens } from '../../design/theme.tsx';
import { useLanguage } from '../../kernel/language.ts';
import { chartIn } from './echarts.ts';
import type { ChartKind, Drawing } from './kind.ts';
import { Plane } from './plane.ts';
import type { PlaneWindow } from './plane-window.ts';
import type { Range } from './range.ts';

/** The stretch of the axis and the part of the plane that are in view; a kind of chart has one of them. */
interface InView {
  readonly view: Range;
  readonly window: PlaneWindow | null;
}

/** Draws a content into the element of `plot`, again when it is resized. Null until its width is known. */
export function useDrawing<Content>(
  kind: ChartKind<Content>,
  content: Content,
  { view, window }: InView,
  heightPx: number,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const tokens = useTokens();
  const plot = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof chartIn> | null>(null);
  const [widthPx, setWidthPx] = useState(0);
  const drawing = useMemo(
    (): Drawing | null =>
      widthPx === 0 ? null : kind.draw(content, view, { widthPx, heightPx, window, tokens, language, t }),
    [kind, content, view, window, widthPx, heightPx, tokens, language, t],
  );
  useLayoutEffect(() => {
    const element = plot.current;
    if (!element) return;
    const measure = (): void => {
      setWidthPx(element.clientWidth);
      chart.current?.resize();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => {
      observer.disconnect();
      chart.current?.dispose();
      chart.current = null;
    };
  }, []);
  useLayoutEffect(() => {
    if (!drawing || !plot.current) return;
    // Sharp where the page is enlarged, too.
    const devicePixelRatio = globalThis.devicePixelRatio * enlargementOf(plot.current);
    chart.current ??= chartIn(plot.current, kind.parts, { renderer: 'canvas', devicePixelRatio });
    chart.current.setOption(drawing.option, { notMerge: true, lazyUpdate: false });
  }, [kind, drawing]);
  const plane = useMemo(
    () => drawing && new Plane(kind, view, drawing, { widthPx, heightPx }),
    [kind, view, drawing, widthPx, heightPx],
  );
  return { plot, plane, widthPx };
}
