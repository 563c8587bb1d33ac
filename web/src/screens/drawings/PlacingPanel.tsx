import { CloseOutlined, LockOutlined, RollbackOutlined, SaveOutlined } from '@ant-design/icons';
import { axesAt, axesOf } from '@plumbline/contract/site/drawings.scale';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../design/form/leave.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { StatusMark } from '../../design/Status.tsx';
import type { PointNow } from '../../features/views/site-map/site-map.parts.tsx';
import { MetreField } from './MetreField.tsx';
import { inListOrder, isFixed, type Placing } from './use-placing.ts';

const maxListed = 300;

/** Beside the drawing while points are placed: the points, those without a place first; the coordinates of the chosen one. */
export function PlacingPanel({
  now,
  placing,
  onEnd,
}: {
  now: readonly PointNow[];
  placing: Placing;
  onEnd: () => void;
}) {
  const { t } = useTranslation();
  const guard = useId();
  const chosen = now.find(({ point }) => point.id === placing.chosen);
  return (
    <aside className="dr-side" aria-label={t('drawings:placing.title')}>
      <div className="head pl-row">
        <h2>{t('drawings:placing.title')}</h2>
        <span className="pl-gap" />
        <Button size="small" icon={<RollbackOutlined />} disabled={!placing.canUndo} onClick={placing.undo}>
          {t('drawings:placing.undo')}
        </Button>
      </div>
      {placing.other !== null && (
        <p className="other pl-sm" role="alert">
          {t(placing.other === '' ? 'drawings:placing.somebody' : 'drawings:placing.other', { by: placing.other })}
        </p>
      )}
      <p className="pl-sm pl-2 help">
        {chosen
          ? t(isFixed(chosen) ? 'drawings:placing.locked' : 'drawings:placing.set', { name: chosen.point.name })
          : t('drawings:placing.choose')}
      </p>
      {chosen && !isFixed(chosen) && <Coordinates key={chosen.point.id} chosen={chosen} placing={placing} />}
      <PointList now={now} placing={placing} />
      <div className="foot pl-row">
        <Button disabled={placing.isPending} onClick={onEnd}>
          {t(placing.isChanged ? 'common:cancel' : 'common:close')}
        </Button>
        <span className="pl-gap" />
        <Button
          type="primary"
          icon={<SaveOutlined />}
          disabled={!placing.isChanged}
          loading={placing.isPending}
          onClick={() => void placing.save()}
        >
          {t('common:save')}
        </Button>
      </div>
      <LeaveGuard id={guard} dirty={placing.isChanged} save={placing.save} undo={placing.reset} />
    </aside>
  );
}

/** The place of the chosen point in metres, to type; without a scale there are none. */
function Coordinates({ chosen, placing }: { chosen: PointNow; placing: Placing }) {
  const { t } = useTranslation();
  const { scale, plane } = placing.drawing;
  const { id } = chosen.point;
  const place = placing.places.get(id);
  const at = scale && place ? axesAt(scale, place) : null;
  const [typed, setTyped] = useState<{ readonly across?: number | null; readonly up?: number | null }>({});
  const [isOutside, setOutside] = useState(false);
  if (!scale) return <p className="pl-sm pl-3 help">{t('drawings:placing.noScale')}</p>;
  const rounded = (value: number | undefined): number | null => (value === undefined ? null : Number(value.toFixed(3)));
  const location = {
    across: typed.across === undefined ? rounded(at?.across) : typed.across,
    up: typed.up === undefined ? rounded(at?.up) : typed.up,
  };
  const isTyped = typed.across !== undefined || typed.up !== undefined;
  const put = (): void => {
    if (!isTyped || location.across === null || location.up === null) return;
    const isInside = placing.setAt(id, { across: location.across, up: location.up });
    setOutside(!isInside);
    if (isInside) setTyped({});
  };
  const field = (which: 'across' | 'up') => (
    <MetreField
      label={t(`drawings:axis.${axesOf[plane][which]}`)}
      value={location[which]}
      onChange={(value) => setTyped((old) => ({ ...old, [which]: value }))}
      onEnter={put}
    />
  );
  return (
    <div className="dr-coordinates">
      {field('across')}
      {field('up')}
      <Button disabled={!isTyped || location.across === null || location.up === null} onClick={put}>
        {t('drawings:placing.put')}
      </Button>
      {isOutside && (
        <p className="pl-sm pl-wrong" role="alert">
          {t('drawings:placing.outside')}
        </p>
      )}
    </div>
  );
}

function PointList({ now, placing }: { now: readonly PointNow[]; placing: Placing }) {
  const { t } = useTranslation();
  const [find, setFind] = useState('');
  // As it was when the list was opened: a point does not jump away from under the pointer once it has a place.
  const [first] = useState(
    () => new Set(now.filter(({ point }) => !placing.places.has(point.id)).map(({ point }) => point.id)),
  );
  const listed = inListOrder(now)
    .filter(({ point }) => point.name.toLowerCase().includes(find.trim().toLowerCase()))
    .toSorted((a, b) => Number(first.has(b.point.id)) - Number(first.has(a.point.id)));
  return (
    <>
      <Input
        allowClear
        className="find"
        value={find}
        placeholder={t('drawings:placing.find')}
        aria-label={t('drawings:placing.find')}
        onChange={(event) => setFind(event.target.value)}
      />
      <ul className="points">
        {listed.slice(0, maxListed).map((each) => (
          <PointRow key={each.point.id} now={each} placing={placing} />
        ))}
      </ul>
      {listed.length > maxListed && (
        <p className="pl-sm pl-3 help">{t('drawings:placing.more', { count: listed.length - maxListed })}</p>
      )}
    </>
  );
}

function PointRow({ now, placing }: { now: PointNow; placing: Placing }) {
  const { t } = useTranslation();
  const { id, name } = now.point;
  const isPlaced = placing.places.has(id);
  return (
    <li className={id === placing.chosen ? 'on' : undefined}>
      <button
        type="button"
        className="pl-bare point"
        aria-pressed={id === placing.chosen}
        onClick={() => placing.choose(id)}
        onKeyDown={(event) => placing.onKey(event, now)}
      >
        <StatusMark status={now.status} size={14} />
        <span className="pl-ell">{name}</span>
        <span className="pl-sm pl-3">{isPlaced ? '' : t('drawings:placing.unset')}</span>
      </button>
      {isFixed(now) ? (
        <LockOutlined className="pl-3" aria-label={t('drawings:placing.locked')} />
      ) : (
        isPlaced && (
          <IconButton
            icon={<CloseOutlined />}
            label={t('drawings:placing.takeOff', { name })}
            onClick={() => placing.set(id, null)}
          />
        )
      )}
    </li>
  );
}
