import { CameraOutlined, DeleteOutlined, DownloadOutlined, HighlightOutlined, ReloadOutlined } from '@ant-design/icons';
import { pictureFile } from '@plumbline/contract/points/fields';
import { inspections } from '@plumbline/contract/points/inspections';
import { photoLimits, type RoundPhoto } from '@plumbline/contract/points/inspections.photos';
import { Button } from 'antd';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type FileFault, fileFault } from '../../../design/form/file-check.ts';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { saveAs } from '../../../kernel/call.ts';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { MarkDialog } from './MarkDialog.tsx';
import { MarkedPhoto } from './MarkedPhoto.tsx';

const takes = { types: pictureFile.types, maxBytes: photoLimits.bytes };
interface Waiting {
  readonly file: File;
  readonly error: unknown;
}

/** Photos that have not arrived, by their question: with them a round is not whole, and leaving it would lose them. */
export type UnsentPhotos = Readonly<Record<string, number>>;
export type OnUnsent = (questionKey: string, count: number) => void;

/** The photos of one question: taken, marked, deleted. One that did not arrive stays, with why, until it is sent again. */
export function RoundPhotos({
  roundId,
  questionKey,
  label,
  photos,
  isOpen,
  onUnsent,
}: {
  roundId: number;
  questionKey: string;
  label: string;
  photos: readonly RoundPhoto[];
  isOpen: boolean;
  onUnsent: OnUnsent;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [marking, setMarking] = useState<RoundPhoto | null>(null);
  const [removing, setRemoving] = useState<RoundPhoto | null>(null);
  const id = useId();
  const { waiting, fault, take, sendAgain, undo, isSending } = useSending(roundId, questionKey);
  useEffect(() => onUnsent(questionKey, waiting.length), [onUnsent, questionKey, waiting.length]);
  return (
    <div className="in-photos">
      <PhotoList {...{ photos, label }} {...(isOpen && { onMark: setMarking, onRemove: setRemoving })} />
      <WaitingList waiting={waiting} />
      <LeaveGuard id={id} dirty={waiting.length > 0} save={sendAgain} undo={undo} />
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
            <Button size="large" icon={<ReloadOutlined />} disabled={isSending} onClick={() => void sendAgain()}>
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

function PhotoList({
  photos,
  label,
  onMark,
  onRemove,
}: {
  photos: readonly RoundPhoto[];
  label: string;
  onMark?: (photo: RoundPhoto) => void;
  onRemove?: (photo: RoundPhoto) => void;
}) {
  if (photos.length === 0) return null;
  return (
    <ul>
      {photos.map((photo) => (
        <li key={photo.id}>
          <Framed
            photo={photo}
            label={label}
            {...(onMark && { onMark: () => onMark(photo) })}
            {...(onRemove && { onRemove: () => onRemove(photo) })}
          />
        </li>
      ))}
    </ul>
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
      {error !== null && (
        <IconButton
          icon={<DownloadOutlined />}
          label={t('inspections:photo.saveHere', { name: file.name })}
          onClick={() => saveAs(file, file.name)}
        />
      )}
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
  /** Resolves with whether all of them arrived. */
  async function send(files: readonly File[]): Promise<boolean> {
    setSending(true);
    setWaiting(files.map((file) => ({ file, error: null })));
    let left = files.length;
    for (const file of files)
      try {
        await upload({ projectId: project.id, roundId, questionKey }, { file });
        left -= 1;
        setWaiting((old) => old.filter((each) => each.file !== file));
      } catch (error) {
        setWaiting((old) => old.map((each) => (each.file === file ? { file, error } : each)));
      }
    setSending(false);
    return left === 0;
  }
  const take = (files: readonly File[]): void => {
    const faults = files.map((file) => fileFault(file, takes));
    setFault(faults.find((each) => each !== null) ?? null);
    const good = files.filter((_, i) => faults[i] === null);
    if (good.length > 0) void send([...waiting.map(({ file }) => file), ...good]);
  };
  // What is on its way ends by itself: only what failed is sent again.
  const sendAgain = async (): Promise<boolean> => !isSending && (await send(waiting.map(({ file }) => file)));
  return { waiting, fault, take, isSending, sendAgain, undo: () => setWaiting([]) };
}
