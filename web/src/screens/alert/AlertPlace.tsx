import { EnvironmentOutlined } from '@ant-design/icons';
import type { Alert } from '@plumbline/contract/alerts/alerts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { SkeletonChart } from '../../design/States.tsx';
import { usePhotoAddress } from '../../features/points/photos/photos.queries.ts';
import { useDrawing, useDrawingFile } from '../../features/site/drawings/drawings.queries.ts';
import { formatTime } from '../../kernel/format.ts';
import type { Around } from './AlertTrust.tsx';

/** Where it is: the point on its drawing, its coordinates, and the newest photo of it. */
export function AlertPlace({ alert, around }: { alert: Alert; around: Around | undefined }) {
  const { t } = useTranslation();
  if (!around) return null;
  const { drawing, coordinates, photo } = around;
  const isNowhere = !drawing && !coordinates && !photo;
  return (
    <section aria-label={t('handling:place.title')} className="ap-place">
      <h3>{t('handling:place.title')}</h3>
      {drawing && <OnDrawing alert={alert} place={drawing} />}
      {photo && <Newest alert={alert} photo={photo} />}
      {coordinates && (
        <p>
          <EnvironmentOutlined aria-hidden />{' '}
          <Link to={to('ProjectScreen', { projectId: alert.projectId }, { point: alert.pointId })}>
            {t('handling:place.map')}
          </Link>{' '}
          <span className="pl-sm pl-3">
            {coordinates.latitude.toFixed(5)}, {coordinates.longitude.toFixed(5)}
          </span>
        </p>
      )}
      {isNowhere && <p className="pl-2">{t('handling:place.none')}</p>}
    </section>
  );
}

function OnDrawing({ alert, place }: { alert: Alert; place: NonNullable<Around['drawing']> }) {
  const { data } = useDrawing(place.structureId, place.drawingId);
  if (!data) return <SkeletonChart height={180} />;
  return <Drawn alert={alert} drawing={data.drawing} place={place} />;
}

function Drawn({
  alert,
  drawing,
  place,
}: {
  alert: Alert;
  drawing: Parameters<typeof useDrawingFile>[0];
  place: NonNullable<Around['drawing']>;
}) {
  const { t } = useTranslation();
  const { address, error } = useDrawingFile(drawing);
  if (error) return <p className="pl-2">{t('handling:place.drawingFailed')}</p>;
  if (!address) return <SkeletonChart height={180} />;
  return (
    <figure>
      <span className="ap-drawing">
        <img src={address} alt={t('handling:place.on', { point: alert.pointName, drawing: drawing.name })} />
        <i className={`l${alert.level}`} style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }} />
      </span>
      <figcaption className="pl-sm pl-3">{drawing.name}</figcaption>
    </figure>
  );
}

function Newest({ alert, photo }: { alert: Alert; photo: NonNullable<Around['photo']> }) {
  const { t } = useTranslation();
  const { address, isFailed } = usePhotoAddress(alert.pointId, photo.photoId, true);
  const words = t('handling:place.photo', { time: formatTime(photo.photographedAt, alert.timeZone) });
  if (isFailed) return <p className="pl-2">{t('photos:failed')}</p>;
  return (
    <figure>
      {address ? <img className="ap-photo" src={address} alt={words} /> : <SkeletonChart height={180} />}
      <figcaption className="pl-sm pl-3">{[words, photo.note].filter(Boolean).join(' · ')}</figcaption>
    </figure>
  );
}
