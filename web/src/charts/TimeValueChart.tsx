import './chart.css';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useTokens } from '../design/theme.tsx';
import { formatTime } from '../kernel/format.ts';
import { useLanguage } from '../kernel/language.ts';
import { curveColour } from './curve-style.ts';
import { echarts } from './echarts.ts';
import { downloadCsv, downloadPng } from './exports.ts';
import { nearest } from './gaps.ts';
import { gestures, type Spot } from './gestures.ts';
import { optionOf } from './option.ts';
import { boxOf, nearestReading } from './plot.ts';
import { Readout } from './Readout.tsx';
import { heightOf } from './scale.ts';
import type { ChartBox, ChartContent, Range } from './shapes.ts';
import { useShown } from './use-shown.ts';

/**
 * The chart of most views. Wheel, drag and pinch move the view at once over what is already there, and then ask for
 * that range by `onRange`; until the answer comes the old curve stays. Invariant: never an empty frame.
 */
export interface ChartHandle {
  /** 800 x 300 in the white theme, with title, range and zone. */
  readonly png: (title: string) => Promise<void>;
  /** Exactly the values shown. */
  readonly csv: (title: string) => void;
}
export interface TimeValueChartProps extends ChartContent {
  /** The range that is asked for; moves the view when it changes. */
  readonly range: Range;
  /** The person moved to another range: ask again for it (called 200 ms after the last move). */
  readonly onRange?: (range: Range) => void;
  readonly heightPx?: number;
  /** Shown at the right of the readout row. */
  readonly aside?: ReactNode;
  /** False hides the readout row (small charts in panels). */
  readonly readout?: boolean;
  /** While given, dragging draws a box instead of moving the view; told when it is let go. */
  readonly onBox?: ((box: ChartBox) => void) | undefined;
  /** A press on the plot: the reading of the first curve that is nearest. */
  readonly onPick?: ((at: number) => void) | undefined;
  /** The crosshair's instant, or null: lets a table follow. */
  readonly onCross?: (at: number | null) => void;
  readonly handle?: React.Ref<ChartHandle>;
}

const noMarks: Pick<ChartContent, 'thresholds' | 'alerts' | 'corrections' | 'flags'> = {};

export default function TimeValueChart(props: TimeValueChartProps) {
  const {
    curves: given,
    axes,
    lineStyle,
    zone,
    range,
    onRange,
    heightPx = 336,
    aside,
    readout = true,
    onCross,
    onBox,
    onPick,
    handle,
  } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const tokens = useTokens();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof echarts.init> | null>(null);
  const [widthPx, setWidthPx] = useState(0);
  const [view, setView] = useState(range);
  const [crossAt, setCrossAt] = useState<number | null>(null);
  const [touched, setTouched] = useState(false);
  const [dragging, setDragging] = useState(false);
  const [box, setBox] = useState<{ from: Spot; to: Spot } | null>(null);
  const { all, curves, hidden, toggle } = useShown(given);
  // What is drawn on the first curve is hidden with it.
  const isBare = given[0] !== undefined && hidden.has(given[0].id);
  const { thresholds, alerts, corrections, flags } = isBare ? noMarks : props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object of the same range must not undo a move
  useEffect(() => setView(range), [range.from, range.to]);

  const content: ChartContent = useMemo(
    () => ({
      curves,
      thresholds: thresholds ?? [],
      alerts: alerts ?? [],
      corrections: corrections ?? [],
      flags: flags ?? [],
      axes,
      lineStyle,
      zone,
    }),
    [curves, thresholds, alerts, corrections, flags, axes, lineStyle, zone],
  );
  const drawn = useMemo(
    () => (widthPx === 0 ? null : optionOf(content, view, { widthPx, heightPx, tokens, language, t })),
    [content, view, widthPx, heightPx, tokens, language, t],
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
    if (!drawn || !plot.current) return;
    chart.current ??= echarts.init(plot.current, null, { renderer: 'canvas' });
    chart.current.setOption(drawn.option, { notMerge: true, lazyUpdate: false });
  }, [drawn]);

  const cross = (at: number | null): void => {
    setCrossAt(at);
    onCross?.(at);
  };
  // The newest view and callbacks for listeners that are put on once.
  const now = useRef({ view, onRange, onBox, onPick, curves, drawn, widthPx, heightPx, cross });
  now.current = { view, onRange, onBox, onPick, curves, drawn, widthPx, heightPx, cross };
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(asking.current), []);
  const move = useRef((next: Range): void => {
    now.current.view = next;
    setView(next);
    clearTimeout(asking.current);
    asking.current = setTimeout(() => now.current.onRange?.(next), 200);
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    return gestures(element, {
      view: () => now.current.view,
      plot: () => {
        const layout = now.current.drawn?.layout;
        return layout ? { left: layout.left, width: now.current.widthPx - layout.left - layout.right } : null;
      },
      move: (next) => now.current.onRange && move.current(next),
      dragging: setDragging,
      boxing: () => now.current.onBox !== undefined,
      box(from, to, ended) {
        setBox(ended ? null : { from, to });
        const found = ended ? boxOf(from, to, now.current) : null;
        if (found) now.current.onBox?.(found);
      },
      pick({ x }, pointerType) {
        const at = nearestReading(x, now.current);
        // A finger has no hover: its tap reads the value, and a button beside the value opens what a click opens.
        setTouched(pointerType === 'touch');
        if (pointerType === 'touch') now.current.cross(at);
        else if (at !== null) now.current.onPick?.(at);
      },
    });
  }, []);

  useImperativeHandle(handle, () => ({
    png: (title) => downloadPng(content, view, title, t, language),
    csv: (title) =>
      downloadCsv(content, view, title, {
        note: t('common:chart.drawnNote'),
        name: t('common:chart.drawnName'),
        time: t('common:chart.time'),
      }),
  }));

  const plotWidth = drawn ? widthPx - drawn.layout.left - drawn.layout.right : 0;
  const xOf = (at: number): number =>
    drawn ? drawn.layout.left + ((at - view.from) / (view.to - view.from)) * plotWidth : 0;
  const pointed = (event: PointerEvent): void => {
    if (!drawn || dragging) return;
    cross(nearestReading(event.clientX - event.currentTarget.getBoundingClientRect().left, now.current));
  };
  const keyed = (event: KeyboardEvent): void => {
    const lead = curves.find((curve) => curve.kind !== 'hanging' && curve.times.length > 0);
    if (!lead) return;
    const index = crossAt === null ? lead.times.length - 1 : nearest(lead.times, crossAt);
    const span = view.to - view.from;
    if (event.key === 'ArrowLeft') cross(lead.times[Math.max(0, index - 1)] ?? null);
    else if (event.key === 'ArrowRight') cross(lead.times[Math.min(lead.times.length - 1, index + 1)] ?? null);
    else if (event.key === 'Escape') cross(null);
    else if (event.key === 'Enter' && crossAt !== null && onPick) onPick(crossAt);
    else if ((event.key === '+' || event.key === '-') && onRange) {
      const by = event.key === '+' ? span / 4 : -span / 2;
      move.current({ from: view.from + by, to: view.to - by });
    } else return;
    event.preventDefault();
  };

  const hasValues = curves.some((curve) => curve.values.some((value) => value !== null));
  const yOf = (value: number): number | null =>
    drawn && value >= drawn.scale.min && value <= drawn.scale.max
      ? drawn.layout.top + (1 - heightOf(drawn.scale, value)) * (heightPx - drawn.layout.top - drawn.layout.bottom)
      : null;
  return (
    <div>
      {readout && (
        <Readout
          curves={all}
          hidden={hidden}
          onHide={all.length > 1 ? toggle : undefined}
          at={crossAt}
          zone={zone}
          aside={aside}
          onTrace={touched && crossAt !== null && onPick ? () => onPick(crossAt) : undefined}
        />
      )}
      <div
        ref={place}
        className={`pl-chart${dragging ? ' dragging' : ''}${onBox ? ' boxing' : ''}`}
        style={{ height: heightPx }}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the crosshair is moved by keys
        tabIndex={0}
        aria-label={t('common:chart.label', { names: curves.map((curve) => curve.name).join(', ') })}
        onPointerMove={pointed}
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && cross(null)}
        onKeyDown={keyed}
      >
        <div ref={plot} className="plot" />
        {drawn && crossAt !== null && (
          <>
            <div className="line" style={{ left: xOf(crossAt), top: drawn.layout.top, bottom: drawn.layout.bottom }} />
            {curves.map((curve, i) => {
              if (curve.kind === 'hanging' || curve.axis === 'right') return null;
              const value = curve.values[nearest(curve.times, crossAt)];
              const y = value === null || value === undefined ? null : yOf(value);
              return y === null ? null : (
                <div
                  key={curve.id}
                  className="on"
                  style={{ left: xOf(crossAt), top: y, background: curveColour(tokens, curve.colour ?? i) }}
                />
              );
            })}
            <svg
              className="bob"
              width="8"
              height="12"
              viewBox="0 0 8 12"
              style={{ left: xOf(crossAt) - 3.5, bottom: drawn.layout.bottom - 8 }}
              aria-hidden="true"
            >
              <path d="M0 0h8v4L4 12 0 4z" fill="currentColor" />
            </svg>
            <div className="when" style={{ left: Math.min(Math.max(xOf(crossAt), 60), widthPx - 60), bottom: 2 }}>
              {formatTime(crossAt, zone).slice(5, 16)}
            </div>
          </>
        )}
        {box && (
          <div
            className="box"
            style={{
              left: Math.min(box.from.x, box.to.x),
              top: Math.min(box.from.y, box.to.y),
              width: Math.abs(box.from.x - box.to.x),
              height: Math.abs(box.from.y - box.to.y),
            }}
          />
        )}
        {!hasValues && <div className="nothing pl-3">{t('common:chart.noData')}</div>}
      </div>
    </div>
  );
}
