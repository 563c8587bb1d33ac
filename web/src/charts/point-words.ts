/** The figures of a point in words, the same in the head of the data view and in the panel beside a map. */
import type { Field } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { NodePlace } from '@plumbline/science/profiles/node-places';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../kernel/field-words.ts';
import { formatChange, formatDay, formatDistance, formatNumber } from '../kernel/format.ts';
import { levelName } from '../kernel/levels.ts';
import { metreWords } from './kinds/survey-curves.ts';
import type { ChangeBase, PointFigures } from './point-figures.ts';

export interface FigureRow {
  readonly label: string;
  readonly figure: string;
  readonly unit: string;
  /** Where on the chain, if it has a place of its own. */
  readonly place: string;
}

const placeWords = (t: TFunction, place: NodePlace | null): string =>
  place === null
    ? ''
    : t(`charts:figure.at.${place.kind}`, { at: place.kind === 'node' ? place.at : metreWords(place.at) });

/** Returns the caption of a reading: the quantity, that it is the value, and where. */
export function useReadingCaption(): (point: Pick<Point, 'family'>, field: Field, figures: PointFigures) => string {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return ({ family }, { key }, { change, valuePlace }) =>
    [
      fieldWord(family, key),
      // Where there is a change as well, one could be taken for the other.
      change && t('charts:figure.measure.value'),
      placeWords(t, valuePlace),
    ]
      .filter(Boolean)
      .join(' · ');
}

/** The cumulative change with what it counts from, how far the limit that was reached is exceeded, and how far the next one is. */
export function useFigureRows(): (figures: PointFigures, field: Field, zone: string | undefined) => FigureRow[] {
  const { t } = useTranslation();
  return ({ change, over, next }, { unit, precision }, zone) => [
    ...(change
      ? [
          {
            label: changeWords(t, change.from, { unit, precision, zone }),
            figure: formatChange(change.amount, precision),
            unit,
            place: placeWords(t, change.place),
          },
        ]
      : []),
    ...[over && { ...over, key: 'over' as const }, next && { ...next, key: 'next' as const }].flatMap((each) =>
      each
        ? {
            label: t(`charts:figure.${each.key}`, {
              level: t(`common:level.${levelName(each.level)}`),
              measure: t(`charts:figure.measure.${each.quantity}`),
            }),
            figure: formatDistance(each.distance, precision),
            unit,
            place: '',
          }
        : [],
    ),
  ];
}

/**
 * Returns how near a point is to its limits, in one line each: how far over the one that it has reached, how far below the next, and
 * whether that limit is on the change. Without a unit it is the short form beside a number, which says neither.
 */
export function useLimitLines(): (
  figures: Pick<PointFigures, 'over' | 'next'>,
  field: { readonly unit: string; readonly precision: number },
) => string[] {
  const { t } = useTranslation();
  const line = (
    key: 'overBy' | 'nextIn',
    each: PointFigures['over'],
    { unit, precision }: { unit: string; precision: number },
  ) => {
    if (each === null) return [];
    const level = t(`common:level.${levelName(each.level)}`);
    const distance = `${formatDistance(each.distance, precision)} ${unit}`.trim();
    const text = t(`charts:figure.${key}`, { distance, level });
    return [each.quantity === 'cumulative' && unit !== '' ? t('charts:figure.ofChange', { text }) : text];
  };
  return ({ over, next }, field) => [...line('overBy', over, field), ...line('nextIn', next, field)];
}

/** Returns where on its chain a value was read; '' of what has no place of its own. */
export function usePlaceWord(): (place: NodePlace | null) => string {
  const { t } = useTranslation();
  return (place) => placeWords(t, place);
}

function changeWords(
  t: TFunction,
  { since, initial }: ChangeBase,
  { unit, precision, zone }: { unit: string; precision: number; zone: string | undefined },
): string {
  if (since !== null) return t('charts:figure.changeSince', { day: formatDay(since, zone) });
  if (initial !== null)
    return t('charts:figure.changeFrom', { initial: `${formatNumber(initial, precision)} ${unit}`.trim() });
  return t('charts:figure.changeFromInitials');
}
