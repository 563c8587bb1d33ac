import { UndoOutlined } from '@ant-design/icons';
import { inspections } from '@plumbline/contract/points/inspections';
import { type PhotoMark, photoLimits, type RoundPhoto } from '@plumbline/contract/points/inspections.photos';
import { Button, Modal } from 'antd';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { MarkedPhoto } from './MarkedPhoto.tsx';

/** What a drag drew; a tap draws nothing. */
const isDrawn = ({ x1, y1, x2, y2 }: PhotoMark): boolean => Math.hypot(x2 - x1, y2 - y1) > 0.01;

/** Draws arrows and circles on a photo. Nothing is kept until it is saved, and the photo itself stays as it was taken. */
export function MarkDialog({ photo, onClose }: { photo: RoundPhoto; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run, isPending } = useWrite(inspections.markPhoto);
  const [kind, setKind] = useState<PhotoMark['kind']>('arrow');
  const [marks, setMarks] = useState<readonly PhotoMark[]>(photo.marks);
  const { drawn, pen } = usePen(kind, (mark) =>
    setMarks((old) => (old.length < photoLimits.marks ? [...old, mark] : old)),
  );
  const save = async (): Promise<void> => {
    try {
      const { id: photoId, roundId } = photo;
      await run({ projectId: project.id, roundId, photoId, marks: [...marks] }, { over: photo });
      onClose();
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <Modal
      open
      title={t('inspections:photo.mark')}
      width={860}
      onCancel={onClose}
      mask={{ closable: false }}
      okText={t('common:save')}
      cancelText={t('common:cancel')}
      confirmLoading={isPending}
      onOk={() => void save()}
    >
      <div className="in-mark-bar">
        <Segmented
          label={t('inspections:photo.tool')}
          value={kind}
          onChange={setKind}
          options={(['arrow', 'circle'] as const).map((value) => ({ value, label: t(`inspections:photo.${value}`) }))}
        />
        <Button
          icon={<UndoOutlined />}
          disabled={marks.length === 0}
          onClick={() => setMarks((old) => old.slice(0, -1))}
        >
          {t('inspections:photo.undo')}
        </Button>
      </div>
      <div className="in-mark">
        <MarkedPhoto
          photo={photo}
          alt={t('inspections:photo.alt', { name: photo.fileName })}
          marks={drawn ? [...marks, drawn] : marks}
          on={pen}
        />
      </div>
      <p className="pl-3 pl-sm">{t('inspections:photo.markHelp')}</p>
    </Modal>
  );
}

/** What is being drawn, and the handlers that draw it. */
function usePen(kind: PhotoMark['kind'], onDrawn: (mark: PhotoMark) => void) {
  const [drawn, setDrawn] = useState<PhotoMark | null>(null);
  const pen = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      const [x, y] = placeOf(event);
      setDrawn({ kind, x1: x, y1: y, x2: x, y2: y });
    },
    onPointerMove: (event: PointerEvent) => {
      const [x2, y2] = placeOf(event);
      setDrawn((old) => old && { ...old, x2, y2 });
    },
    onPointerUp: () => {
      if (drawn && isDrawn(drawn)) onDrawn(drawn);
      setDrawn(null);
    },
  };
  return { drawn, pen };
}

/** Where the pen is, as shares of the picture. */
function placeOf({ clientX, clientY, currentTarget }: PointerEvent): [number, number] {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const share = (at: number, size: number) => Math.min(1, Math.max(0, at / (size || 1)));
  return [share(clientX - left, width), share(clientY - top, height)];
}
