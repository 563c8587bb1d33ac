import { CameraOutlined, CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { pictureFile } from '@plumbline/contract/points/fields';
import { photoLimits } from '@plumbline/contract/points/photos';
import type { Point } from '@plumbline/contract/points/points';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { serverNow } from '../../../kernel/server-clock.ts';
import { type Pack, putEntry } from './field-store.ts';
import { entryOf } from './ReadingForm.tsx';

const accepted: readonly string[] = pictureFile.types;

/** Photos of a point with the camera of the device, or those that it has. They are kept here before anything else happens. */
export function PhotoForm({ pack, point }: { pack: Pack; point: Point }) {
  const { t } = useTranslation();
  const photos = usePhotos(pack, point);
  const { chosen, problem, choose } = photos;
  const input = useRef<HTMLInputElement>(null);
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
          choose([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <Button size="large" block icon={<CameraOutlined />} onClick={() => input.current?.click()}>
        {t(chosen.length === 0 ? 'fieldWork:photo.take' : 'fieldWork:photo.another')}
      </Button>
      {problem !== null && (
        <p className="pl-wrong" role="alert">
          {problem}
        </p>
      )}
      {chosen.length > 0 && <ChosenPhotos photos={photos} />}
    </section>
  );
}

/** What was chosen and is not stored yet, with one note for all. */
function ChosenPhotos({
  photos: { chosen, isBusy, note, setNote, drop, save },
}: {
  photos: ReturnType<typeof usePhotos>;
}) {
  const { t } = useTranslation();
  return (
    <>
      <ul className="fld-photos">
        {chosen.map((file, place) => (
          <li key={`${file.name} ${file.size} ${file.lastModified}`}>
            <Thumbnail file={file} />
            <IconButton
              icon={<CloseOutlined />}
              label={t('photos:leaveOut', { file: file.name })}
              onClick={() => drop(place)}
            />
          </li>
        ))}
      </ul>
      <label>
        <span className="pl-sm pl-2">{t('fieldWork:note')}</span>
        <input className="fld-input" value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
      </label>
      <Button type="primary" size="large" block icon={<CheckOutlined />} loading={isBusy} onClick={() => void save()}>
        {t('fieldWork:photo.save', { count: chosen.length })}
      </Button>
    </>
  );
}

function usePhotos(pack: Pack, point: Point) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  function choose(files: readonly File[]): void {
    const fit = files.filter(({ type, size }) => accepted.includes(type) && size <= photoLimits.bytes);
    setProblem(fit.length < files.length ? t('fieldWork:photo.refused') : null);
    setChosen((old) => [...old, ...fit]);
  }
  async function save(): Promise<void> {
    setBusy(true);
    let stored = 0;
    try {
      for (const file of chosen) {
        const at = Math.min(file.lastModified, serverNow());
        const entry = entryOf(pack, point, { at, note });
        await putEntry({ ...entry, kind: 'photo', fileName: file.name.slice(0, 200) || 'photo.jpg', file });
        stored++;
      }
      setNote('');
      toasts.done(t('fieldWork:photo.saved', { count: stored, name: point.name }));
    } catch (error) {
      // What found no space stays chosen.
      toasts.failed(error);
    } finally {
      setChosen(chosen.slice(stored));
      setBusy(false);
    }
  }
  return {
    chosen,
    problem,
    note,
    isBusy,
    setNote,
    choose,
    drop: (place: number) => setChosen((old) => old.filter((_, i) => i !== place)),
    save,
  };
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
