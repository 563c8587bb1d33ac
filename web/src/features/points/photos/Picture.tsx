import { PictureOutlined } from '@ant-design/icons';
import type { Photo } from '@plumbline/contract/points/photos';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { usePhotoAddress } from './photos.queries.ts';

/** A photo as it was brought. `isSmall`: fetched when it comes into view, for lists. What cannot be fetched says so. */
export function Picture({
  point,
  photo,
  isSmall = false,
}: {
  point: { readonly id: number; readonly name: string };
  photo: Pick<Photo, 'id' | 'photographedAt'>;
  isSmall?: boolean;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const place = useRef<HTMLSpanElement>(null);
  const isNear = useNear(place, isSmall);
  const { address, isFailed } = usePhotoAddress(point.id, photo.id, isNear);
  const words = t('photos:alt', { point: point.name, time: formatTime(photo.photographedAt, project.timeZone) });
  return (
    <span ref={place} className={isSmall ? 'ph-small' : 'ph-picture'}>
      {address ? (
        <img src={address} alt={isSmall ? '' : words} />
      ) : isFailed && !isSmall ? (
        <span role="alert" className="pl-3">
          {t('photos:failed')}
        </span>
      ) : (
        <PictureOutlined className="pl-3" />
      )}
    </span>
  );
}

/** Returns whether the element has been in view; at once where it need not wait for that. */
function useNear(place: { readonly current: Element | null }, waits: boolean): boolean {
  const [isNear, setNear] = useState(!waits);
  useEffect(() => {
    const element = place.current;
    if (isNear || !element) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear, place]);
  return isNear;
}
