import { pastPresets } from '@plumbline/contract/kernel/constants';
import { defaultChartConfig } from '@plumbline/contract/points/points.settings';
import { type Quantity, quantities } from '@plumbline/contract/readings/readings.shapes';
import { type ViewName, viewNamed } from '@plumbline/contract/views/views';
import { useCallback, useMemo } from 'react';
import type { Range } from '../../../charts/frame/range.ts';
import { type PanelChoice, panelChoices } from '../../../charts/kinds/time-value/shapes.ts';
import { isPreset, type Preset, startRange, startRangeAt } from '../../../charts/range/ranges.ts';
import { useSearch } from '../../../kernel/url-state.ts';
import { type ZoneChoice, zoneChoices } from '../../../kernel/zone.ts';
import { withoutWindow } from '../surveys/window.parts.ts';

/** State of the data view. Invariant: all of it lies in the address, so that a link shows what its sender saw. */
export interface View {
  readonly pointId: number | null;
  /** null = the custom range below. */
  readonly preset: Preset | null;
  readonly custom: Range | null;
  readonly quantity: Quantity;
  /** null = the point's main field. */
  readonly field: string | null;
  /** As stored, without corrections. */
  readonly raw: boolean;
  /** What happened on site is drawn too. */
  readonly annotated: boolean;
  /** Other points drawn beside it. */
  readonly compare: readonly number[];
  /** Which of the views of the point. */
  readonly show: ViewName;
  /** How curves are shared out among charts under each other. */
  readonly panels: PanelChoice;
  /** By whose clocks times are read; null = as the reader's profile says. */
  readonly zone: ZoneChoice | null;
  /** The point alone on the whole screen. */
  readonly isFull: boolean;
}
/** State of the data view as text in the address; null = as the point begins (`preset`: where there is no custom range either). */
export interface ViewText extends Omit<View, 'quantity'> {
  readonly quantity: Quantity | null;
}
/** How the view of a point begins. */
export interface Start {
  readonly preset: Preset;
  readonly quantity: Quantity;
}
/** A span that somebody chose holds; the one that every point has by itself gives way to the interval of the point. */
export const startPreset = (spanSeconds: number, isChosen: boolean, intervalSeconds: number): Preset =>
  isChosen || spanSeconds !== defaultChartConfig.spanSeconds
    ? (pastPresets.find(({ seconds }) => seconds === spanSeconds)?.name ?? startRange)
    : startRangeAt(intervalSeconds);

export const begin = (text: ViewText, start: Start = { preset: startRange, quantity: 'value' }): View => ({
  ...text,
  preset: text.custom ? null : (text.preset ?? start.preset),
  quantity: text.quantity ?? start.quantity,
});
/** Points drawn at once, the first included. */
export const maxCurves = 8;

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null;

export function readView(search: URLSearchParams): ViewText {
  const from = Date.parse(search.get('from') ?? '');
  const to = Date.parse(search.get('to') ?? '');
  const custom = from < to ? { from, to } : null;
  const named = search.get('range');
  const quantity = quantities.find((each) => each === search.get('quantity')) ?? null;
  const compare = (search.get('compare') ?? '').split(',').map(wholeNumber);
  const pointId = wholeNumber(search.get('point'));
  return {
    pointId,
    preset: !custom && isPreset(named) ? named : null,
    custom,
    quantity,
    field: search.get('field'),
    raw: search.get('raw') === '1',
    annotated: search.get('annotations') !== '0',
    show: viewNamed(search.get('view')) ?? 'time-value',
    panels: panelChoices.find((each) => each === search.get('panels')) ?? 'one',
    zone: zoneChoices.find((each) => each === search.get('zone')) ?? null,
    isFull: search.get('full') === '1',
    compare: [...new Set(compare)].filter((id): id is number => id !== null && id !== pointId).slice(0, maxCurves - 1),
  };
}

const parameters = [
  ...['point', 'from', 'to', 'range', 'quantity', 'field', 'raw', 'annotations', 'compare', 'view'],
  ...['panels', 'zone', 'full'],
] as const;

/** The address of a view; what else stands in the old one stays. */
export function writeView(view: ViewText, old = new URLSearchParams()): URLSearchParams {
  const search = new URLSearchParams(old);
  for (const name of parameters) search.delete(name);
  if (view.pointId !== null) search.set('point', String(view.pointId));
  if (view.custom) {
    search.set('from', new Date(view.custom.from).toISOString());
    search.set('to', new Date(view.custom.to).toISOString());
  } else if (view.preset) search.set('range', view.preset);
  if (view.quantity) search.set('quantity', view.quantity);
  if (view.field) search.set('field', view.field);
  if (view.raw) search.set('raw', '1');
  if (!view.annotated) search.set('annotations', '0');
  if (view.show !== 'time-value') search.set('view', view.show);
  if (view.compare.length > 0) search.set('compare', view.compare.join(','));
  if (view.panels !== 'one') search.set('panels', view.panels);
  if (view.zone !== null) search.set('zone', view.zone);
  if (view.isFull) search.set('full', '1');
  return search;
}

/** `visit` is for another point: Back then returns to the one before. */
export function useView(): {
  view: ViewText;
  change: (change: Partial<View>) => void;
  visit: (pointId: number | null) => void;
} {
  const [search, setSearch] = useSearch();
  const view = useMemo(() => readView(search), [search]);
  const change = useCallback(
    (part: Partial<View>) =>
      setSearch((old) => {
        const next = writeView({ ...readView(old), ...part }, old);
        // What was in view of one drawing says nothing of another one.
        return part.show === undefined ? next : withoutWindow(next);
      }),
    [setSearch],
  );
  const visit = useCallback(
    (pointId: number | null) =>
      setSearch(
        (old) => {
          const now = readView(old);
          const compare = now.compare.filter((id) => id !== pointId);
          return withoutWindow(writeView({ ...now, pointId, field: null, compare }));
        },
        { back: true },
      ),
    [setSearch],
  );
  return { view, change, visit };
}
