import { quantities } from '@plumbline/contract/readings';
import { useCallback, useMemo } from 'react';
import type { Range } from '../../charts/frame/range.ts';
import { useSearch } from '../../kernel/url-state.ts';
import { isPreset, type Preset, startRange } from './presets.ts';

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
    compare: [...new Set(compare)].filter((id): id is number => id !== null && id !== pointId).slice(0, maxCurves - 1),
  };
}

export function writeView(view: ViewText): URLSearchParams {
  const search = new URLSearchParams();
  if (view.pointId !== null) search.set('point', String(view.pointId));
  if (view.custom) {
    search.set('from', new Date(view.custom.from).toISOString());
    search.set('to', new Date(view.custom.to).toISOString());
  } else if (view.preset) search.set('range', view.preset);
  if (view.quantity) search.set('quantity', view.quantity);
  if (view.field) search.set('field', view.field);
  if (view.raw) search.set('raw', '1');
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
    (part: Partial<View>) => setSearch((old) => writeView({ ...readView(old), ...part })),
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
