import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Photo, photos } from '@plumbline/contract/points/photos';
import type { Point } from '@plumbline/contract/points/points';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'DATE', inputType: 'datetime', prop: 'photographedAt', label: 'photos:photographedAt', span: 2 },
  { type: 'INPUT', prop: 'note', label: 'photos:note', rules: { maxLength: 200 }, span: 2 },
];

interface Props {
  readonly point: Point;
  readonly photo: Photo;
  readonly onClose: () => void;
}

export function EditDialog({ point, photo, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: update } = useWrite(photos.update);
  return (
    <FormDialog
      title={t('photos:edit')}
      schema={photos.update.input}
      fixed={{ pointId: point.id, photoId: photo.id }}
      record={photo}
      initial={{ photographedAt: photo.photographedAt, note: photo.note }}
      fields={fields}
      zone={project.timeZone}
      errorField={{ timeInFuture: 'photographedAt' }}
      onSave={async (input: never, precondition) => {
        await update(input, precondition);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}

export function RemoveDialog({ point, photo, onClose }: Props) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { run: remove } = useWrite(photos.remove);
  return (
    <ConfirmDestructive
      open
      title={t('photos:removeTitle')}
      lost={t('photos:removeLost', { time: formatTime(photo.photographedAt, project.timeZone), file: photo.fileName })}
      action={t('common:delete')}
      onConfirm={async () => {
        await remove({ pointId: point.id, photoId: photo.id });
      }}
      onClose={onClose}
    />
  );
}
