import {
  CaretRightOutlined,
  CloseOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  LeftOutlined,
  PauseOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Photo, photos } from '@plumbline/contract/points/photos';
import type { Point } from '@plumbline/contract/points/points';
import { Slider } from 'antd';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { Picture } from './Picture.tsx';

/** How long each photo is shown while they are played, ms. */
const playMs = 1_500;

/** The chosen photo, the one beside it, and the way through time. Arrow keys go from one photo to the next. */
export function PhotoStage({
  point,
  all,
  place,
  other,
  onPlace,
  onAct,
  onApart,
}: {
  point: Point;
  /** Oldest first. */
  all: readonly Photo[];
  place: number;
  other: Photo | undefined;
  onPlace: (place: number) => void;
  /** None = the caller may change nothing. */
  onAct: ((act: 'edit' | 'remove') => void) | undefined;
  onApart: () => void;
}) {
  const chosen = elementAt(all, place);
  const step = (by: number): void => {
    const next = place + by;
    if (next >= 0 && next < all.length) onPlace(next);
  };
  const keys = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    // The slider has arrow keys of its own, which do the same.
    if (by === 0 || (event.target as Element).getAttribute('role') === 'slider') return;
    event.preventDefault();
    step(by);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus; arrow keys lead from one photo to the next
    <div className="ph-stage" onKeyDown={keys}>
      <div className={other ? 'ph-pair' : 'ph-one'}>
        {other && <Framed point={point} photo={other} onApart={onApart} />}
        <Framed point={point} photo={chosen} onAct={onAct} />
      </div>
      {all.length > 1 && <Player {...{ all, place, onPlace }} onStep={step} />}
    </div>
  );
}

/** A photo with when it was taken, its note, and what can be done with it. */
function Framed({
  point,
  photo,
  onAct,
  onApart,
}: {
  point: Point;
  photo: Photo;
  onAct?: ((act: 'edit' | 'remove') => void) | undefined;
  onApart?: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const toasts = useToasts();
  const zone = project.timeZone;
  const save = async (): Promise<void> => {
    try {
      saveAs((await download(photos.file, { pointId: point.id, photoId: photo.id })).blob, photo.fileName);
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <figure>
      <Picture point={point} photo={photo} />
      <figcaption>
        <span>
          <span className="pl-b pl-num">{formatTime(photo.photographedAt, zone)}</span>{' '}
          <span className="pl-3">{formatZone(zone)}</span>
        </span>
        <span className="ph-note">{photo.note}</span>
        <span className="pl-3 pl-sm">{t('photos:by', { name: photo.byName })}</span>
        <span className="ph-acts">
          <IconButton icon={<DownloadOutlined />} label={t('photos:download')} onClick={() => void save()} />
          {onAct && <IconButton icon={<EditOutlined />} label={t('photos:edit')} onClick={() => onAct('edit')} />}
          {onAct && <IconButton icon={<DeleteOutlined />} label={t('photos:remove')} onClick={() => onAct('remove')} />}
          {onApart && <IconButton icon={<CloseOutlined />} label={t('photos:apart')} onClick={onApart} />}
        </span>
      </figcaption>
    </figure>
  );
}

/** The way through time: step by step, by a slider, or played to the newest. */
function Player({
  all,
  place,
  onPlace,
  onStep,
}: {
  all: readonly Photo[];
  place: number;
  onPlace: (place: number) => void;
  onStep: (by: number) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { isPlaying, toggle } = usePlaying(place, all.length, onPlace);
  const timeAt = (at: number | undefined): string =>
    formatTime(elementAt(all, at ?? place).photographedAt, project.timeZone);
  return (
    <div className="ph-player">
      <IconButton
        icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
        label={t(isPlaying ? 'photos:pause' : 'photos:play')}
        onClick={toggle}
      />
      <IconButton
        icon={<LeftOutlined />}
        label={t('photos:earlier')}
        disabled={place === 0}
        onClick={() => onStep(-1)}
      />
      <Slider
        min={0}
        max={all.length - 1}
        value={place}
        onChange={onPlace}
        tooltip={{ formatter: timeAt }}
        ariaLabelForHandle={t('photos:time')}
        ariaValueTextFormatterForHandle={timeAt}
      />
      <IconButton
        icon={<RightOutlined />}
        label={t('photos:later')}
        disabled={place === all.length - 1}
        onClick={() => onStep(1)}
      />
      <span className="pl-3 pl-sm pl-num">{t('photos:place', { place: place + 1, count: all.length })}</span>
    </div>
  );
}

/** Plays on to the newest; from the oldest again where the newest is shown. */
function usePlaying(place: number, count: number, onPlace: (place: number) => void) {
  const [isPlaying, setPlaying] = useState(false);
  const isAtEnd = place >= count - 1;
  useEffect(() => {
    if (!isPlaying) return;
    if (isAtEnd) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => onPlace(place + 1), playMs);
    return () => clearTimeout(timer);
  }, [isPlaying, isAtEnd, place, onPlace]);
  const toggle = (): void => {
    if (!isPlaying && isAtEnd) onPlace(0);
    setPlaying(!isPlaying);
  };
  return { isPlaying, toggle };
}
