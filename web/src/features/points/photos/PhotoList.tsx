import type { Photo } from '@plumbline/contract/points/photos';
import type { Point } from '@plumbline/contract/points/points';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { Picture } from './Picture.tsx';

/** The photos, newest first, and the choice of one to be shown beside. */
export function PhotoList({
  point,
  newestFirst,
  chosen,
  other,
  add,
  onChoose,
  onBeside,
}: {
  point: Point;
  newestFirst: readonly Photo[];
  chosen: Photo;
  other: Photo | undefined;
  add: ReactNode;
  onChoose: (photo: Photo) => void;
  onBeside: (id: number | null) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const time = ({ photographedAt }: Photo): string => formatTime(photographedAt, project.timeZone);
  return (
    <div className="ph-list">
      <div className="ph-head">
        <h2 className="pl-sm">
          <span className="pl-b pl-num">{t('photos:count', { count: newestFirst.length })}</span>
        </h2>
        <Select
          size="small"
          allowClear
          aria-label={t('photos:beside')}
          placeholder={t('photos:beside')}
          value={other?.id ?? null}
          style={{ width: 180 }}
          options={newestFirst
            .filter(({ id }) => id !== chosen.id)
            .map((each) => ({ value: each.id, label: time(each) }))}
          onChange={(id: number | undefined) => onBeside(id ?? null)}
        />
        {add}
      </div>
      <ul>
        {newestFirst.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-current={photo.id === chosen.id ? 'true' : undefined}
              onClick={() => onChoose(photo)}
            >
              <Picture point={point} photo={photo} isSmall />
              <Words time={time(photo)} photo={photo} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Words = ({ time, photo }: { time: string; photo: Photo }) => (
  <span className="ph-words">
    <span className="pl-num">{time}</span>
    <span className="pl-sm pl-2 pl-ell">{photo.note || photo.fileName}</span>
  </span>
);
