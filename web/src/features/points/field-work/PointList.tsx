import { AimOutlined } from '@ant-design/icons';
import type { Point } from '@plumbline/contract/points/points';
import { wayTo } from '@plumbline/science/display/bearing';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../design/SearchField.tsx';
import { Empty } from '../../../design/States.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { isManual } from '../field-store/due.parts.ts';
import type { Pack } from '../field-store/field-store.parts.ts';
import { PointRow } from './PointRow.tsx';
import { type Position, usePosition } from './use-position.ts';

/** Drawn at once; more come with a tap. */
const shownAtOnce = 60;

interface Filter {
  readonly text: string;
  /** The nearest first. */
  readonly isNear: boolean;
  readonly isManualOnly: boolean;
}
const noFilter: Filter = { text: '', isNear: false, isManualOnly: false };

interface Found {
  readonly point: Point;
  /** null = the point has no place on the map, or nobody knows where this device is. */
  readonly way: { readonly distanceM: number; readonly bearing: number } | null;
}

/** The points of the project, by name or by how near they are. */
export function PointList({
  pack,
  isLive,
  only,
  onAll,
  onPoint,
}: {
  pack: Pack;
  isLive: boolean;
  /** Those of a device whose label was read; null = all. */
  only: readonly number[] | null;
  onAll: () => void;
  onPoint: (pointId: number) => void;
}) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<Filter>(noFilter);
  const { isNear } = filter;
  const [count, setCount] = useState(shownAtOnce);
  const { state, position } = usePosition(isNear);
  const matching = useMemo(() => findPoints(pack, filter, only, position), [pack, filter, only, position]);
  return (
    <>
      <Filters filter={filter} onChange={setFilter} />
      {only !== null && (
        <p className="fld-note">
          {t('fieldWork:scan.several', { count: only.length })}{' '}
          <Button type="link" size="small" onClick={onAll}>
            {t('fieldWork:points.all')}
          </Button>
        </p>
      )}
      {isNear && (
        <p className="fld-note pl-sm" role="status">
          {position === null
            ? t(`fieldWork:position.${state}`)
            : t('fieldWork:position.on', { accuracy: Math.round(position.accuracyM) })}
        </p>
      )}
      {matching.length === 0 ? (
        <Empty title={t('fieldWork:points.none')} />
      ) : (
        <ul className="fld-list">
          {matching.slice(0, count).map(({ point, way }) => (
            <li key={point.id}>
              <PointRow pack={pack} point={point} isLive={isLive} onOpen={onPoint}>
                {way && <Way {...way} />}
              </PointRow>
            </li>
          ))}
        </ul>
      )}
      {matching.length > count && (
        <Button block onClick={() => setCount((old) => old + shownAtOnce)}>
          {t('fieldWork:points.more', { left: formatCount(matching.length - count) })}
        </Button>
      )}
    </>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { t } = useTranslation();
  const { text, isNear, isManualOnly } = filter;
  return (
    <div className="fld-filter">
      <SearchField
        value={text}
        onChange={(next) => onChange({ ...filter, text: next })}
        label={t('fieldWork:points.search')}
      />
      <Button
        icon={<AimOutlined />}
        type={isNear ? 'primary' : 'default'}
        aria-pressed={isNear}
        onClick={() => onChange({ ...filter, isNear: !isNear })}
      >
        {t('fieldWork:points.near')}
      </Button>
      <Button
        type={isManualOnly ? 'primary' : 'default'}
        aria-pressed={isManualOnly}
        onClick={() => onChange({ ...filter, isManualOnly: !isManualOnly })}
      >
        {t('fieldWork:points.manual')}
      </Button>
    </div>
  );
}

function findPoints(
  { points, places }: Pack,
  { text, isManualOnly }: Filter,
  only: readonly number[] | null,
  position: Position | null,
): Found[] {
  const needle = text.trim().toLocaleLowerCase();
  const has = (words: string | undefined) => words?.toLocaleLowerCase().includes(needle) ?? false;
  return points
    .filter(
      (point) =>
        (only === null || only.includes(point.id)) &&
        (!isManualOnly || isManual(point)) &&
        (needle === '' || has(point.name) || has(places[point.structureId]) || has(point.deviceGroup?.sncode)),
    )
    .map((point): Found => ({ point, way: position && point.coordinates && wayTo(position, point.coordinates) }))
    .sort(
      (a, b) =>
        (a.way?.distanceM ?? Number.POSITIVE_INFINITY) - (b.way?.distanceM ?? Number.POSITIVE_INFINITY) ||
        a.point.name.localeCompare(b.point.name, undefined, { numeric: true }),
    );
}

const directions = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** How far and in which direction, rounded as a telephone knows it. */
export function Way({ distanceM, bearing }: { distanceM: number; bearing: number }) {
  const { t } = useTranslation();
  const direction = directions[Math.round(bearing / 45) % 8] ?? 'n';
  const far =
    distanceM < 1_000
      ? t('fieldWork:way.m', { count: Math.max(5, Math.round(distanceM / 5) * 5) })
      : t('fieldWork:way.km', { far: (distanceM / 1_000).toFixed(1) });
  return (
    <span className="pl-sm pl-2">
      {far} {t(`fieldWork:way.${direction}`)}
    </span>
  );
}
