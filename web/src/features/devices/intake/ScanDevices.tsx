import './intake.css';
import { PictureOutlined, WarningOutlined } from '@ant-design/icons';
import { bulkLimits, intake } from '@plumbline/contract/devices/intake';
import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { problemsIn, problemWords } from './import-words.ts';
import { ScanCamera } from './ScanCamera.tsx';
import { ScannedList } from './ScannedList.tsx';
import { readPhoto } from './scan-image.ts';
import { modelOf, type ScanMessage, type Scanned, useScanned } from './scanned.ts';

type Secrets = Reply<typeof intake.bulkCreate>['secrets'];

/**
 * Devices by the QR codes on them: by camera, by photo, or typed (a hand scanner types). They collect in a list; those
 * that the warehouse has are marked, the new ones are taken in all at once.
 */
export function ScanDevices({
  corporationId,
  onAdded,
}: {
  corporationId: number;
  onAdded: (secrets: Secrets) => void;
}) {
  const { t } = useTranslation();
  const scanned = useScanned(corporationId);
  const { take, busy } = useTake(corporationId, scanned.change, onAdded);
  return (
    <div className="sc-scan">
      <div className="sc-read">
        <ScanCamera onText={scanned.read} />
        <div className="pl-row sc-row">
          <PhotoButton onText={scanned.read} />
          <TypedCode onText={scanned.read} />
        </div>
        <LastRead message={scanned.lastMessage} />
        <p className="pl-3 pl-sm">{t('intake:reads')}</p>
      </div>
      <ScannedList scanned={scanned} busy={busy} onTake={(fresh, usual) => void take(fresh, usual)} />
    </div>
  );
}

/** Takes new devices into the warehouse, at most as many as one request may; what is wrong with one is said at it. */
function useTake(
  corporationId: number,
  change: (sncode: string, part: Partial<Scanned>) => void,
  onAdded: (secrets: Secrets) => void,
) {
  const { t } = useTranslation();
  const { run: bulkCreate } = useWrite(intake.bulkCreate);
  const language = useLanguage();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const take = async (fresh: readonly Scanned[], usual: string): Promise<void> => {
    const part = fresh.slice(0, bulkLimits.rows);
    setBusy(true);
    try {
      const { secrets } = await bulkCreate({
        corporationId,
        devices: part.map((device) => ({
          sncode: device.sncode,
          model: modelOf(device, usual),
          ...(device.name && { name: device.name }),
        })),
      });
      for (const { sncode } of part) change(sncode, { exists: true, problem: null });
      toasts.done(t('intake:import.done', { count: secrets.length, shown: formatCount(secrets.length) }));
      onAdded(secrets);
    } catch (error) {
      const problems = problemsIn(error);
      if (!problems) toasts.failed(error);
      for (const problem of problems ?? []) {
        const device = part[problem.row];
        if (device) change(device.sncode, { problem: problemWords(problem, t, language) });
      }
    } finally {
      setBusy(false);
    }
  };
  return { take, busy };
}

function PhotoButton({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const photo = useRef<HTMLInputElement>(null);
  const readPhotos = async (files: FileList | null): Promise<void> => {
    for (const file of files ?? []) {
      try {
        const text = await readPhoto(file);
        if (text === null) toasts.warn(t('intake:noCode', { name: file.name }));
        else onText(text);
      } catch {
        toasts.warn(t('intake:noPicture', { name: file.name }));
      }
    }
    if (photo.current) photo.current.value = '';
  };
  return (
    <>
      <Button icon={<PictureOutlined />} onClick={() => photo.current?.click()}>
        {t('intake:photo')}
      </Button>
      <input
        ref={photo}
        type="file"
        accept="image/*"
        multiple
        aria-label={t('intake:photo')}
        style={{ display: 'none' }}
        onChange={(event) => void readPhotos(event.target.files)}
      />
    </>
  );
}

function TypedCode({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  return (
    <Input
      className="pl-mono"
      aria-label={t('intake:type')}
      placeholder={t('intake:type')}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={() => {
        if (typed.trim() !== '') onText(typed);
        setTyped('');
      }}
    />
  );
}

/** What became of the label that was read last. */
function LastRead({ message }: { message: ScanMessage | null }) {
  const { t } = useTranslation();
  return (
    <p role="status" className={message?.what === 'added' ? 'pl-2' : 'pl-row tight sc-said'}>
      {message && message.what !== 'added' && <WarningOutlined />}
      {message?.what === 'unread' && t('intake:heard.unread', { text: message.text })}
      {message && message.what !== 'unread' && t(`intake:heard.${message.what}`, { sncode: message.sncode })}
    </p>
  );
}
