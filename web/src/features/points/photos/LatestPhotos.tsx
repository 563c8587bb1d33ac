import './photos.css';
import { photos } from '@plumbline/contract/points/photos';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Pane } from '../../../design/Pane.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { Picture } from './Picture.tsx';

const photoCount = 4;

/** Shows the latest photos of a project, or a structure with its items, looked like last; nothing where nobody took a photo. */
export function LatestPhotos({ structureId }: { structureId?: number }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const { data } = useRead(
    photos.latest,
    { projectId: project.id, limit: photoCount, ...(structureId !== undefined && { structureId }) },
    { enabled: allowed(photos.latest) },
  );
  if (!data?.photos.length) return null;
  return (
    <Pane title={t('photos:latest')}>
      <ul className="ph-latest">
        {data.photos.map((photo) => {
          const { id, pointId, pointName, structureId: of, photographedAt, note } = photo;
          const time = formatTime(photographedAt, project.timeZone);
          return (
            <li key={id}>
              <Link
                to={to(
                  'PointView',
                  { projectId: project.id, structureId: of, mpId: pointId, view: 'image-list' },
                  { photo: id },
                )}
                title={[pointName, time, note].filter(Boolean).join(' · ')}
              >
                <Picture point={{ id: pointId, name: pointName }} photo={photo} isSmall />
                <span className="pl-sm pl-ell">{pointName}</span>
                <span className="pl-micro pl-3 pl-ell">{time}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Pane>
  );
}
