import { CameraOutlined, DeleteOutlined, HighlightOutlined, ReloadOutlined } from '@ant-design/icons';
import { pictureFile } from '@plumbline/contract/fields';
import { inspections } from '@plumbline/contract/inspections';
import { photoLimits, type RoundPhoto } from '@plumbline/contract/inspections.photos';
import { Button } from 'antd';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { type FileFault, fileFault } from '../../design/form/file-check.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';
import { MarkDialog } from './MarkDialog.tsx';
import { MarkedPhoto } from './MarkedPhoto.tsx';

const takes = { types: pictureFile.types, maxBytes: photoLimits.bytes };
interface Waiting {
  readonly file: File;
  readonly error: unknown;
}

/** The photos of one question: taken, marked, deleted. One that did not arrive stays, with why, until it is sent again. */
export function RoundPhotos({
  roundId,
  questionKey,
  label,
  photos,
  isOpen,
}: {
  roundId: number;
  questionKey: string;
  label: string;
  photos: readonly RoundPhoto[];
  isOpen: boolean;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [marking, setMarking] = useState<RoundPhoto | null>(null);
  const [removing, setRemoving] = useState<RoundPhoto | null>(null);
  const { waiting, fault, take, sendAgain, isSending } = useSending(roundId, questionKey);
  return (
    <div className="in-photos">
      {photos.length > 0 && (
        <ul>
          {photos.map((photo) => (
            <li key={photo.id}>
              <Framed
                photo={photo}
                label={label}
                {...(isOpen && { onMark: () => setMarking(photo), onRemove: () => setRemoving(photo) })}
              />
            </li>
          ))}
        </ul>
      )}
      <WaitingList waiting={waiting} />
      {fault && (
        <p role="alert" className="pl-wrong pl-sm">
          {t(`forms:issue.${fault.key}`, fault.values)}
        </p>
      )}
      {isOpen && (
        <div className="pl-row tight">
          <Button size="large" icon={<CameraOutlined />} loading={isSending} onClick={() => field.current?.click()}>
            {t('inspections:photo.add')}
          </Button>
          {waiting.some(({ error }) => error !== null) && (
            <Button size="large" icon={<ReloadOutlined />} disabled={isSending} onClick={sendAgain}>
              {t('inspections:photo.again')}
            </Button>
          )}
          <FileField field={field} label={label} onFiles={take} />
        </div>
      )}
      {marking && <MarkDialog photo={marking} onClose={() => setMarking(null)} />}
      {removing && <RemoveDialog photo={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

/** What opens the camera or the files of the phone. */
function FileField({
  field,
  label,
  onFiles,
}: {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  onFiles: (files: readonly File[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <input
      ref={field}
      type="file"
      hidden
      multiple
      aria-label={t('inspections:photo.of', { question: label })}
      accept={takes.types.join(',')}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        target.value = '';
      }}
    />
  );
}

/** Photos that have not arrived, each with why. */
const WaitingList = ({ waiting }: { waiting: readonly Waiting[] }) => {
  const { t } = useTranslation();
  return waiting.map(({ file, error }) => (
    <p key={`${file.name} ${file.lastModified} ${file.size}`} className="pl-row tight" role="status">
      <span className="pl-ell">{file.name}</span>
      {error !== null && <span className="pl-wrong pl-sm">{wordsOf(error, t).words}</span>}
    </p>
  ));
};

function Framed({
  photo,
  label,
  onMark,
  onRemove,
}: {
  photo: RoundPhoto;
  label: string;
  onMark?: () => void;
  onRemove?: () => void;
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  return (
    <figure>
      <MarkedPhoto photo={photo} alt={t('inspections:photo.of', { question: label })} />
      <figcaption className="pl-row tight">
        <span className="pl-sm pl-3">
          {formatTime(photo.addedAt, timeZone).slice(0, 16)} · {photo.byName}
        </span>
        <span className="pl-gap" />
        {onMark && <IconButton icon={<HighlightOutlined />} label={t('inspections:photo.mark')} onClick={onMark} />}
        {onRemove && <IconButton icon={<DeleteOutlined />} label={t('inspections:photo.remove')} onClick={onRemove} />}
      </figcaption>
    </figure>
  );
}

function RemoveDialog({ photo, onClose }: { photo: RoundPhoto; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { run: remove } = useWrite(inspections.removePhoto);
  return (
    <ConfirmDestructive
      open
      title={t('inspections:photo.removeTitle')}
      lost={t('inspections:photo.removeLost', { name: photo.fileName })}
      action={t('common:delete')}
      onConfirm={() => remove({ projectId: project.id, roundId: photo.roundId, photoId: photo.id })}
      onClose={onClose}
    />
  );
}

/** Sends photos one by one; those that did not arrive wait with why. */
function useSending(roundId: number, questionKey: string) {
  const { project } = useProject();
  const { run: upload } = useWrite(inspections.addPhoto);
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<FileFault | null>(null);
  async function send(files: readonly File[]): Promise<void> {
    setSending(true);
    setWaiting(files.map((file) => ({ file, error: null })));
    for (const file of files)
      try {
        await upload({ projectId: project.id, roundId, questionKey }, { file });
        setWaiting((old) => old.filter((each) => each.file !== file));
      } catch (error) {
        setWaiting((old) => old.map((each) => (each.file === file ? { file, error } : each)));
      }
    setSending(false);
  }
  const take = (files: readonly File[]): void => {
    const faults = files.map((file) => fileFault(file, takes));
    setFault(faults.find((each) => each !== null) ?? null);
    const good = files.filter((_, i) => faults[i] === null);
    if (good.length > 0) void send([...waiting.map(({ file }) => file), ...good]);
  };
  return { waiting, fault, take, isSending, sendAgain: () => void send(waiting.map(({ file }) => file)) };
}
