import { CameraOutlined, CheckOutlined } from '@ant-design/icons';
import { pictureFile } from '@plumbline/contract/points/fields';
import { photoLimits } from '@plumbline/contract/points/photos';
import type { Point } from '@plumbline/contract/points/points';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { serverNow } from '../../../kernel/server-clock.ts';
import { keepPhotoNote, readPhotoNote } from '../field-store/draft.parts.ts';
import { type FieldEntry, type Pack, type PhotoEntry, putEntry } from '../field-store/field-store.parts.ts';
import { isNoteOpen, releasePhotos } from '../field-store/photo-hold.parts.ts';
import { entryOf } from './ReadingForm.tsx';

const accepted: readonly string[] = pictureFile.types;

/**
 * Photos of a point with the camera of the device, or those that it has. Each is on the disk of this device as soon as it is taken; the
 * note may follow, and closing the sheet sends them with it.
 */
export function PhotoForm({ pack, point, entries }: { pack: Pack; point: Point; entries: readonly FieldEntry[] }) {
  const { t } = useTranslation();
  const openPhotos = entries.filter(isNoteOpen).filter(({ userId }) => userId === pack.userId);
  const { problem, choose } = useShutter(pack, point);
  const input = useRef<HTMLInputElement>(null);
  const pointId = point.id;
  useEffect(() => () => void releasePhotos({ pointId }), [pointId]);
  return (
    <section className="fld-form" aria-label={t('fieldWork:photo.title')}>
      <h2>{t('fieldWork:photo.title')}</h2>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={accepted.join(',')}
        capture="environment"
        aria-label={t('fieldWork:photo.take')}
        onChange={({ target }) => {
          void choose([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <Button size="large" block icon={<CameraOutlined />} onClick={() => input.current?.click()}>
        {t(openPhotos.length === 0 ? 'fieldWork:photo.take' : 'fieldWork:photo.another')}
      </Button>
      {problem !== null && (
        <p className="pl-wrong" role="alert">
          {problem}
        </p>
      )}
      {openPhotos.length > 0 && <OpenPhotos key={pointId} pack={pack} pointId={pointId} openPhotos={openPhotos} />}
    </section>
  );
}

/** The photos that were just taken, with one note for all. */
function OpenPhotos({ pack, pointId, openPhotos }: { pack: Pack; pointId: number; openPhotos: readonly PhotoEntry[] }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [note, setNote] = useState(() => readPhotoNote(pack.userId, pointId));
  return (
    <>
      <ul className="fld-photos">
        {openPhotos.map(({ id, file }) => (
          <li key={id}>{file && <Thumbnail file={file} />}</li>
        ))}
      </ul>
      <p className="pl-2 pl-sm" role="status">
        {t('fieldWork:photo.kept', { count: openPhotos.length })}
      </p>
      <label>
        <span className="pl-sm pl-2">{t('fieldWork:note')}</span>
        <input
          className="fld-input"
          value={note}
          maxLength={200}
          onChange={({ target: { value } }) => {
            setNote(value);
            keepPhotoNote(pack.userId, pointId, value);
          }}
        />
      </label>
      <Button
        size="large"
        block
        icon={<CheckOutlined />}
        onClick={() => releasePhotos({ pointId }).catch(toasts.failed)}
      >
        {t('fieldWork:photo.release', { count: openPhotos.length })}
      </Button>
    </>
  );
}

/** Keeps what the camera gives, one after the other; what finds no space is said to be lost. */
function useShutter(pack: Pack, point: Point) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  async function choose(files: readonly File[]): Promise<void> {
    const fit = files.filter(({ type, size }) => accepted.includes(type) && size <= photoLimits.bytes);
    setProblem(fit.length < files.length ? t('fieldWork:photo.refused') : null);
    for (const file of fit)
      try {
        const at = Math.min(file.lastModified, serverNow());
        const entry = entryOf(pack, point, { at, note: '' });
        const fileName = file.name.slice(0, 200) || 'photo.jpg';
        await putEntry({ ...entry, kind: 'photo', fileName, file, isNoteOpen: true });
      } catch {
        setProblem(t('fieldWork:photo.noSpace'));
      }
  }
  return { problem, choose };
}

/** A small picture of a file of this device. */
export function Thumbnail({ file }: { file: Blob }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setAddress(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return address === null ? null : <img src={address} alt="" />;
}
