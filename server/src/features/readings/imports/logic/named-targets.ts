/** What names and units of a file mean: a point of the project, and the field or quantity of it where a value goes. */
import { fieldsOf } from '@plumbline/contract/points/families';
import { fieldWords } from '@plumbline/contract/points/families.words';
import type { Target } from '@plumbline/contract/readings/imports.mapping';
import { fitSlot, isNamed, plainWord, rawSlots, type Slot } from '@plumbline/science/files/slots';
import type { NamedPoint } from '../../../points/points/points.api.ts';

/** Where values of a point may go: the fields of a manual one, the raw quantities of an automated one. */
export function slotsOf(point: NamedPoint): { readonly kind: Target['kind']; readonly slots: readonly Slot[] } {
  const fields = fieldsOf(point.family, point.nodeCount);
  const called = (slot: Slot): Slot => ({ ...slot, words: fieldWords[point.family]?.[slot.name] ?? [] });
  if (point.type === 2) return { kind: 'field', slots: fields.map(({ key, unit }) => called({ name: key, unit })) };
  if (point.type !== 0) return { kind: 'raw', slots: [] };
  const units = Object.fromEntries(fields.map(({ key, unit }) => [key, unit]));
  return { kind: 'raw', slots: rawSlots(point, units).map(called) };
}

/**
 * The point that a title such as `PZ-1`, `PZ-1 level` or `PZ-1/level` begins with, the longest name first, and what is
 * left of it. `PZ-1-2`, `PZ-10` and `PZ-1b` are other instruments than `PZ-1`.
 */
export function pointOf(title: string, points: readonly NamedPoint[]): { point: NamedPoint; rest: string } | null {
  const fits = points
    .flatMap((point) => {
      const rest = restOf(title, point);
      return rest === null ? [] : [{ point, rest }];
    })
    .sort((a, b) => plainWord(b.point.name).length - plainWord(a.point.name).length);
  const [best, next] = fits;
  // Two points of one name in different structures: nobody can say which.
  if (!best || (next && plainWord(next.point.name) === plainWord(best.point.name))) return null;
  return best;
}

/** What a title says after the name of a point; null where it does not begin with it, or goes on as another name would. */
function restOf(title: string, point: NamedPoint): string | null {
  const name = plainWord(point.name);
  if (name === '' || !plainWord(title).startsWith(name)) return null;
  const text = title.normalize('NFKC').toLowerCase();
  let [covered, end] = [0, 0];
  for (const each of text) {
    if (covered >= name.length) break;
    covered += plainWord(each).length;
    end += each.length;
  }
  const rest = text.slice(end);
  const word = plainWord(rest);
  const aWord = word === '' || (/^\p{L}{2}/u.test(word) && !/^[a-z0-9]/.test(rest));
  return aWord || slotsOf(point).slots.some((slot) => isNamed(slot, placeIn(point, word).word)) ? word : null;
}

/** `x3` of a chain is `x` of its third node. */
function placeIn(point: NamedPoint, word: string): { readonly word: string; readonly node: number | null } {
  const [, name = '', digits = ''] = /^(\D+)(\d+)$/.exec(plainWord(word)) ?? [];
  const node = Number(digits);
  if (point.type !== 0 || node < 1 || node > point.nodeCount) return { word, node: null };
  return { word: name, node };
}

/** The field or quantity of a point that a word and a unit mean. Manual points have a main field, sensors measure several things. */
export function targetOf(point: NamedPoint, name: string, unit: string): Target | null {
  const { kind, slots } = slotsOf(point);
  const { word, node } = placeIn(point, name);
  // A chain is measured node by node: one number would say nothing of it.
  if (kind === 'raw' && point.nodeCount > 0 && node === null) return null;
  const main = kind === 'field' ? slots[point.mainIndex] : unit === '' ? undefined : slots[0];
  const fit = fitSlot(slots, main?.name ?? null, word, unit);
  return fit && { pointId: point.id, kind, node, sine: false, ...fit };
}

/** The quantity of a point that a column is named as, in a table whose lines name their points; undefined = none. */
export function fitAt(point: NamedPoint, title: string, unit: string) {
  const { word, node } = placeIn(point, title);
  const { kind, slots } = slotsOf(point);
  if (kind === 'raw' && point.nodeCount > 0 && node === null) return undefined;
  const same = slots.filter((slot) => isNamed(slot, plainWord(word)));
  if (same.length === 0) return undefined;
  // What contradicts the unit fits nobody: its factor is like no other.
  const fit = fitSlot(same, null, word, unit) ?? { name: '', factor: Number.NaN, offset: 0 };
  return { ...fit, node };
}

/** The points to which what is named after them gives a value. */
export function pointsWithValue(
  named: readonly { readonly point: NamedPoint; readonly target: Target | null }[],
): ReadonlySet<NamedPoint> {
  const byPoint = [...Map.groupBy(named, ({ point }) => point)];
  const useful = byPoint.filter(([point, own]) =>
    givesValue(
      point,
      own.flatMap(({ target }) => target?.name ?? []),
    ),
  );
  return new Set(useful.map(([point]) => point));
}

/** What accompanies a measurement: alone it gives a point no value. */
const companions = new Set(['temperature', 'temp', 'resistance', 'barometer', 'solution']);

export const isCompanion = (name: string): boolean => companions.has(name);

/** Returns whether records of these quantities alone give a point a value. Where they give none, nobody is led into making them. */
export function givesValue(point: NamedPoint, names: readonly string[]): boolean {
  const { kind, slots } = slotsOf(point);
  if (kind === 'field') return true;
  return names.some((name) => name === slots[0]?.name || !isCompanion(name));
}
