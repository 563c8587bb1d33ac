import { CloseOutlined } from '@ant-design/icons';
import { pictureFile } from '@plumbline/contract/points/fields';
import { photoLimits, photos } from '@plumbline/contract/points/photos';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { InstantPicker } from '../../../design/InstantPicker.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';

const takes = { types: pictureFile.types, maxBytes: photoLimits.bytes };
/** Chosen in one go. */
const most = 50;

interface Chosen {
  readonly file: File;
  /** Epoch ms; null = the person has cleared it. */
  readonly photographedAt: number | null;
  readonly error: unknown;
}

/** Adds photos: each with its time, which the file suggests, and one note for all. What the server refuses stays, with why. */
export function UploadDialog({ pointId, onClose }: { pointId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const sending = useSending(pointId, onClose);
  const { chosen, note, sent } = sending;
  const isSending = sent !== null;
  return (
    <Modal
      open
      title={t('photos:add')}
      onCancel={() => !isSending && onClose()}
      okText={t('photos:send', { count: chosen.length })}
      cancelText={t('common:cancel')}
      cancelButtonProps={{ disabled: isSending }}
      okButtonProps={{
        disabled: chosen.length === 0 || chosen.some(({ photographedAt }) => photographedAt === null),
        loading: isSending,
      }}
      onOk={() => void sending.send()}
    >
      {chosen.length > 0 && <Times sending={sending} />}
      {!isSending && chosen.length < most && (
        <FileDrop
          takes={takes}
          isMany
          file={null}
          onFile={(file) => file && sending.add(file)}
          label={t(chosen.length === 0 ? 'photos:drop' : 'photos:dropMore')}
        />
      )}
      <div className="ph-label">
        <label className="pl-sm pl-2" htmlFor="photo-note">
          {t('photos:note')}
        </label>
        <Input
          id="photo-note"
          value={note}
          maxLength={200}
          disabled={isSending}
          onChange={(event) => sending.setNote(event.target.value)}
        />
      </div>
      {isSending && (
        <p role="status" className="pl-sm">
          {t('photos:sending', { done: sent, count: chosen.length })}
        </p>
      )}
    </Modal>
  );
}

type Sending = ReturnType<typeof useSending>;

/** The files that are chosen, each with when it was taken. */
function Times({ sending: { chosen, sent, set, drop } }: { sending: Sending }) {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <ul className="ph-chosen">
      {chosen.map(({ file, photographedAt, error }, i) => (
        <li key={`${file.name} ${file.lastModified} ${file.size}`}>
          <span className="pl-ell" title={file.name}>
            {file.name}
          </span>
          <InstantPicker
            at={photographedAt}
            zone={project.timeZone}
            label={t('photos:photographedAtOf', { file: file.name })}
            placeholder={t('photos:photographedAt')}
            onChange={(at) => set(i, at)}
          />
          <IconButton
            icon={<CloseOutlined />}
            label={t('photos:leaveOut', { file: file.name })}
            disabled={sent !== null}
            onClick={() => drop(i)}
          />
          {error !== null && (
            <p className="pl-wrong pl-sm" role="alert">
              {wordsOf(error, t).words}
            </p>
          )}
        </li>
      ))}
      <li className="pl-3 pl-sm">{t('photos:photographedAtHelp')}</li>
    </ul>
  );
}

/** What is chosen, and sending it one by one; what is stored leaves the list. */
function useSending(pointId: number, onClose: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: upload } = useWrite(photos.upload);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [note, setNote] = useState('');
  /** How many are stored of those that are being sent; null = none is. */
  const [sent, setSent] = useState<number | null>(null);
  const isSame = (a: File, b: File): boolean =>
    a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
  const add = (file: File): void =>
    setChosen((old) =>
      old.length >= most || old.some((each) => isSame(each.file, file))
        ? old
        : [...old, { file, photographedAt: Math.min(file.lastModified, Date.now()), error: null }],
    );
  const set = (i: number, photographedAt: number | null): void =>
    setChosen((old) => old.map((each, k) => (k === i ? { ...each, photographedAt, error: null } : each)));
  const drop = (i: number): void => setChosen((old) => old.filter((_, k) => k !== i));
  async function send(): Promise<void> {
    const left: Chosen[] = [];
    let [done, before] = [0, 0];
    setSent(0);
    for (const each of chosen) {
      try {
        const photographedAt = new Date(each.photographedAt ?? Number.NaN).toISOString();
        const answer = await upload({ pointId, photographedAt, note }, { file: each.file });
        if (answer.isUnchanged) before++;
        setSent(++done);
      } catch (error) {
        left.push({ ...each, error });
      }
    }
    setSent(null);
    setChosen(left);
    if (done > before) toasts.done(t('photos:added', { count: done - before }));
    if (before > 0) toasts.done(t('photos:addedBefore', { count: before }));
    if (left.length === 0) onClose();
  }
  return { chosen, note, sent, setNote, add, set, drop, send };
}
