import { quantities } from '@plumbline/contract/readings';
import { type ViewName, viewNames } from '@plumbline/contract/views';
import { useCallback, useMemo } from 'react';
import type { Range } from '../../charts/frame/range.ts';
import { useNow } from '../../kernel/now.ts';
import { useSearch } from '../../kernel/url-state.ts';
import { isPreset, type Preset, rangeOf, requestedRange, startRange, stepOf } from './presets.ts';

/** What the data view shows. Invariant: all of it lies in the address, so that a link shows what its sender saw. */
export type Quantity = (typeof quantities)[number];
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
  /** Other points drawn beside it. */
  readonly compare: readonly number[];
  /** Which of the views of the point. */
  readonly show: ViewName;
}
/** What the address says of it; null = as the point begins (`preset`: where there is no custom range either). */
export interface ViewText extends Omit<View, 'quantity'> {
  readonly quantity: Quantity | null;
}
/** How the view of a point begins. */
export interface Start {
  readonly preset: Preset;
  readonly quantity: Quantity;
}
export const begin = (text: ViewText, start: Start = { preset: startRange, quantity: 'value' }): View => ({
  ...text,
  preset: text.custom ? null : (text.preset ?? start.preset),
  quantity: text.quantity ?? start.quantity,
});
/** Points drawn at once, the first included. */
export const maxCurves = 8;

const whole = (text: string | null): number | null => (text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null);

export function readView(search: URLSearchParams): ViewText {
  const from = Date.parse(search.get('from') ?? '');
  const to = Date.parse(search.get('to') ?? '');
  const custom = from < to ? { from, to } : null;
  const named = search.get('range');
  const quantity = quantities.find((each) => each === search.get('quantity')) ?? null;
  const compare = (search.get('compare') ?? '').split(',').map(whole);
  const pointId = whole(search.get('point'));
  return {
    pointId,
    preset: !custom && isPreset(named) ? named : null,
    custom,
    quantity,
    field: search.get('field'),
    raw: search.get('raw') === '1',
    show: viewNames.find((name) => name === search.get('view')) ?? 'time-value',
    compare: [...new Set(compare)].filter((id): id is number => id !== null && id !== pointId).slice(0, maxCurves - 1),
  };
}

/** The address of a view; what else stands in the old one stays. */
export function writeView(view: ViewText, old = new URLSearchParams()): URLSearchParams {
  const search = new URLSearchParams(old);
  for (const name of ['point', 'from', 'to', 'range', 'quantity', 'field', 'raw', 'compare', 'view'])
    search.delete(name);
  if (view.pointId !== null) search.set('point', String(view.pointId));
  if (view.custom) {
    search.set('from', new Date(view.custom.from).toISOString());
    search.set('to', new Date(view.custom.to).toISOString());
  } else if (view.preset) search.set('range', view.preset);
  if (view.quantity) search.set('quantity', view.quantity);
  if (view.field) search.set('field', view.field);
  if (view.raw) search.set('raw', '1');
  if (view.show !== 'time-value') search.set('view', view.show);
  if (view.compare.length > 0) search.set('compare', view.compare.join(','));
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
    (part: Partial<View>) => setSearch((old) => writeView({ ...readView(old), ...part }, old)),
    [setSearch],
  );
  const visit = useCallback(
    (pointId: number | null) =>
      setSearch(
        (old) => {
          const now = readView(old);
          return writeView({ ...now, pointId, field: null, compare: now.compare.filter((id) => id !== pointId) });
        },
        { back: true },
      ),
    [setSearch],
  );
  return { view, change, visit };
}

/**
 * Three ranges of one choice. `shown` moves on with the present; `asked` is what the server is asked for the curve and
 * moves in larger steps, the socket filling the time between; `listed` is what statistics and table stand for.
 */
export function useRanges(
  { preset, custom }: Pick<View, 'preset' | 'custom'>,
  zone: string,
): { shown: Range; requested: Range; listed: Range } {
  const sizeNow = useMemo(() => custom ?? rangeOf(preset ?? startRange, Date.now(), zone), [custom, preset, zone]);
  const step = stepOf(sizeNow);
  const tick = useNow(custom ? 300_000 : step);
  const anchor = useNow(custom ? 300_000 : Math.max(30_000, step * 5));
  return useMemo(() => {
    if (custom) return { shown: custom, requested: requestedRange(custom, anchor), listed: custom };
    const named = preset ?? startRange;
    return {
      shown: rangeOf(named, tick, zone),
      requested: requestedRange(rangeOf(named, anchor, zone), anchor),
      listed: rangeOf(named, anchor, zone),
    };
  }, [custom, preset, zone, tick, anchor]);
}
