import '../../../design/split.css';
import './photos.css';
import { PlusOutlined } from '@ant-design/icons';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Photo, photos } from '@plumbline/contract/points/photos';
import type { Point } from '@plumbline/contract/points/points';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Failed, Outdated, SkeletonChart } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import type { PointViewProps } from '../points/view-props.parts.ts';
import { EditDialog, RemoveDialog } from './PhotoDialogs.tsx';
import { PhotoList } from './PhotoList.tsx';
import { PhotoStage } from './PhotoStage.tsx';
import { placeOf, usePhotoState } from './photo-state.ts';
import { UploadDialog } from './UploadDialog.tsx';

/** The photos of a point: one after the other in time, and two beside each other. */
export function PhotosView({ point }: PointViewProps) {
  const { t } = useTranslation();
  const query = useRead(photos.list, { pointId: point.id });
  const [isAdding, setAdding] = useState(false);
  const mayAdd = useMayChange(point, 'upload');
  const add = mayAdd ? (
    <Button size="small" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('photos:add')}
    </Button>
  ) : null;
  const { data } = query;
  return (
    <>
      <Outdated query={query} />
      {!data ? (
        query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonChart height={336} />
        )
      ) : data.photos.length === 0 ? (
        <Empty title={t('photos:none')} why={t('photos:noneWhy')}>
          {add}
        </Empty>
      ) : (
        <Gallery point={point} newestFirst={data.photos} add={add} />
      )}
      {isAdding && <UploadDialog pointId={point.id} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Returns whether the caller may add photos to the point, or change them. */
function useMayChange({ archivedAt, deprecatedAt }: Point, what: 'upload' | 'update'): boolean {
  const allowed = useAllowed();
  const { project } = useProject();
  return archivedAt === null && deprecatedAt === null && project.archivedAt === null && allowed(photos[what]);
}

function Gallery({ point, newestFirst, add }: { point: Point; newestFirst: readonly Photo[]; add: ReactNode }) {
  const [state, change] = usePhotoState();
  const all = useMemo(() => newestFirst.toReversed(), [newestFirst]);
  const place = placeOf(all, state.photo);
  const chosen = elementAt(all, place);
  const other = all.find(({ id }) => id === state.other && id !== chosen.id);
  const [acting, setActing] = useState<{ on: Photo; act: 'edit' | 'remove' } | null>(null);
  const mayChange = useMayChange(point, 'update');
  const choose = ({ id }: Photo): void => change({ photo: id === newestFirst[0]?.id ? null : id });
  return (
    <div className="pl-split ph">
      <PhotoList
        {...{ point, newestFirst, chosen, other, add }}
        onChoose={choose}
        onBeside={(id) => change({ other: id })}
      />
      <PhotoStage
        {...{ point, all, place, other }}
        onPlace={(next) => choose(elementAt(all, next))}
        onAct={mayChange ? (act) => setActing({ on: chosen, act }) : undefined}
        onApart={() => change({ other: null })}
      />
      {acting?.act === 'edit' && <EditDialog point={point} photo={acting.on} onClose={() => setActing(null)} />}
      {acting?.act === 'remove' && <RemoveDialog point={point} photo={acting.on} onClose={() => setActing(null)} />}
    </div>
  );
}
