import { EnvironmentOutlined } from '@ant-design/icons';
import { urgencyOf } from '@plumbline/contract/kernel/status';
import { points } from '@plumbline/contract/points/points';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusMark } from '../../../design/Status.tsx';
import { useStatusWords } from '../../../design/status-words.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { usePointLabels } from '../masters/point-labels.parts.ts';
import type { PointNow } from './points-now.queries.ts';

/** The most urgent; the list view has them all. */
const maxListed = 100;

interface Spot {
  readonly longitude: number;
  readonly latitude: number;
}
/** A point that is being put on the map, and where it would lie; null = not clicked yet. */
interface Current {
  readonly point: PointNow['point'];
  readonly at: Spot | null;
}

/**
 * The points that no map can show, as a mark of their worst level and their number; a click lists them. Invariant: a point
 * at a level is seen on the map's screen whether it has a place or not.
 */
export function UnplacedPoints({
  unplaced,
  onChoose,
  onPlace,
}: {
  unplaced: readonly PointNow[];
  onChoose: (pointId: number) => void;
  onPlace: (point: PointNow['point']) => void;
}) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const labelOf = usePointLabels(unplaced);
  const [isOpen, setOpen] = useState(false);
  const sorted = [...unplaced].sort((a, b) => urgencyOf(b.status) - urgencyOf(a.status));
  const [worst] = sorted;
  if (!worst) return null;
  const isUrgent = urgencyOf(worst.status) >= 1;
  const close = (): void => setOpen(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="topLeft"
      title={t('projects:unplaced.title')}
      content={
        <ul className="pj-unplaced">
          {sorted.slice(0, maxListed).map((each) => (
            <Row
              key={each.point.id}
              now={each}
              words={labelOf(each)}
              onChoose={onChoose}
              onPlace={onPlace}
              onDone={close}
            />
          ))}
          {sorted.length > maxListed && (
            <li className="pl-sm pl-3">{t('projects:unplaced.more', { count: sorted.length - maxListed })}</li>
          )}
        </ul>
      }
    >
      <button
        type="button"
        className="pl-bare pl-row tight"
        aria-label={`${t('projects:noPlace', { count: unplaced.length })}, ${words(worst.status).full}`}
      >
        <StatusMark status={worst.status} size={isUrgent ? 16 : 13} label={false} />
        <span className={isUrgent ? 'pl-b' : 'pl-3'}>{t('projects:noPlace', { count: unplaced.length })}</span>
      </button>
    </Popover>
  );
}

function Row({
  now: { point, status },
  words: { quantity, detail },
  onChoose,
  onPlace,
  onDone,
}: {
  now: PointNow;
  words: ReturnType<ReturnType<typeof usePointLabels>>;
  onChoose: (pointId: number) => void;
  onPlace: (point: PointNow['point']) => void;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const statusWords = useStatusWords();
  const { project } = useProject();
  const allowed = useAllowed();
  const mayPlace = allowed(points.update) && !project.archivedAt && point.archivedAt === null && !point.lockLocation;
  return (
    <li>
      <button
        type="button"
        className="pl-bare point"
        aria-label={`${point.name}, ${statusWords(status).full}`}
        onClick={() => {
          onDone();
          onChoose(point.id);
        }}
      >
        <StatusMark status={status} size={16} label={false} />
        <span className="pl-b pl-ell">{point.name}</span>
        <span className="pl-3 pl-sm">
          {[[quantity, detail].filter(Boolean).join(' '), statusWords(status).short].filter(Boolean).join(' · ')}
        </span>
      </button>
      {mayPlace && (
        <Button
          size="small"
          icon={<EnvironmentOutlined />}
          aria-label={t('projects:unplaced.placeNamed', { name: point.name })}
          onClick={() => {
            onDone();
            onPlace(point);
          }}
        >
          {t('projects:unplaced.place')}
        </Button>
      )}
    </li>
  );
}

/** Putting a point on the map: chosen in the list, clicked or dragged into place, saved, and taken back by an undo. */
export function usePlacing() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run, isPending } = useWrite(points.update);
  const [current, setCurrent] = useState<Current | null>(null);
  const cancel = (): void => setCurrent(null);
  const save = async (): Promise<void> => {
    if (!current?.at) return;
    const { point, at } = current;
    try {
      const { measuringPoint } = await run({ pointId: point.id, coordinates: at }, { over: point, onDone: cancel });
      toasts.done(t('projects:unplaced.placed', { name: point.name }), {
        words: t('projects:unplaced.undo'),
        run: () => run({ pointId: point.id, coordinates: null }, { over: measuringPoint }),
      });
    } catch (error) {
      toasts.failed(error);
    }
  };
  return {
    current,
    begin: (point: PointNow['point']): void => setCurrent({ point, at: null }),
    move: (at: Spot): void => setCurrent((old) => old && { ...old, at }),
    cancel,
    save,
    isPending,
  };
}

/** Over the map while a point is put on it: what to do next, and the place so far. */
export function PlacingBar({
  placing: { save, cancel, isPending },
  current: { point, at },
}: {
  placing: ReturnType<typeof usePlacing>;
  current: Current;
}) {
  const { t } = useTranslation();
  return (
    <div className="pj-placing" role="status">
      <span>
        {at === null
          ? t('projects:unplaced.click', { name: point.name })
          : t('projects:unplaced.here', {
              name: point.name,
              latitude: at.latitude.toFixed(6),
              longitude: at.longitude.toFixed(6),
            })}
      </span>
      <span className="pl-gap" />
      <Button size="small" onClick={cancel}>
        {t('common:cancel')}
      </Button>
      <Button size="small" type="primary" disabled={at === null} loading={isPending} onClick={() => void save()}>
        {t('common:save')}
      </Button>
    </div>
  );
}
