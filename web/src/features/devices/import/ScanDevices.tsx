import './scan.css';
import { CloseOutlined, PictureOutlined, WarningOutlined } from '@ant-design/icons';
import { devices } from '@plumbline/contract/devices';
import { bulkLimits } from '@plumbline/contract/devices.bulk';
import { AutoComplete, Button, Input } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatCount } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useCatalogue } from '../model-choices.ts';
import { problemsIn, problemWords } from './import-words.ts';
import { ScanCamera } from './ScanCamera.tsx';
import { readPhoto } from './scan-image.ts';
import { useScanned } from './scanned.ts';

type Secrets = Reply<typeof devices.bulkCreate>['secrets'];

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
  const { run: bulkCreate } = useWrite(devices.bulkCreate);
  const language = useLanguage();
  const toasts = useToasts();
  const scanned = useScanned(corporationId);
  const { series } = useCatalogue();
  const photo = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [usual, setUsual] = useState('');
  const [busy, setBusy] = useState(false);
  const options = useMemo(
    () => (series ?? []).flatMap((group) => group.models.map(({ code }) => ({ value: code }))),
    [series],
  );
  const { list, lastMessage: message } = scanned;
  const fresh = list.filter(({ exists }) => exists === false);
  const modelOf = (model: string | null): string => (model ?? usual).trim();
  const lacking = fresh.filter(({ model }) => modelOf(model) === '').length;

  const readPhotos = async (files: FileList | null): Promise<void> => {
    for (const file of files ?? []) {
      try {
        const text = await readPhoto(file);
        if (text === null) toasts.warn(t('scan:noCode', { name: file.name }));
        else scanned.read(text);
      } catch {
        toasts.warn(t('scan:noPicture', { name: file.name }));
      }
    }
    if (photo.current) photo.current.value = '';
  };
  const take = async (): Promise<void> => {
    const part = fresh.slice(0, bulkLimits.rows);
    setBusy(true);
    try {
      const { secrets } = await bulkCreate({
        corporationId,
        devices: part.map(({ sncode, model, name }) => ({ sncode, model: modelOf(model), ...(name && { name }) })),
      });
      for (const { sncode } of part) scanned.change(sncode, { exists: true, problem: null });
      toasts.done(t('devices:import.done', { count: secrets.length, shown: formatCount(secrets.length) }));
      onAdded(secrets);
    } catch (error) {
      const problems = problemsIn(error);
      if (!problems) toasts.failed(error);
      for (const problem of problems ?? []) {
        const device = part[problem.row];
        if (device) scanned.change(device.sncode, { problem: problemWords(problem, t, language) });
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="sc-scan">
      <div className="sc-read">
        <ScanCamera onText={scanned.read} />
        <div className="pl-row sc-row">
          <Button icon={<PictureOutlined />} onClick={() => photo.current?.click()}>
            {t('scan:photo')}
          </Button>
          <input
            ref={photo}
            type="file"
            accept="image/*"
            multiple
            aria-label={t('scan:photo')}
            style={{ display: 'none' }}
            onChange={(event) => void readPhotos(event.target.files)}
          />
          <Input
            className="pl-mono"
            aria-label={t('scan:type')}
            placeholder={t('scan:type')}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={() => {
              if (typed.trim() !== '') scanned.read(typed);
              setTyped('');
            }}
          />
        </div>
        <p role="status" className={message?.what === 'added' ? 'pl-2' : 'pl-row tight sc-said'}>
          {message && message.what !== 'added' && <WarningOutlined />}
          {message?.what === 'unread' && t('scan:heard.unread', { text: message.text })}
          {message && message.what !== 'unread' && t(`scan:heard.${message.what}`, { sncode: message.sncode })}
        </p>
        <p className="pl-3 pl-sm">{t('scan:reads')}</p>
      </div>
      <section className="sc-list" aria-label={t('scan:list')}>
        {list.length === 0 ? (
          <Empty title={t('scan:none')} why={t('scan:noneWhy')} />
        ) : (
          <>
            <div className="pl-row sc-row">
              <span className="pl-row tight pl-sm pl-2">
                {t('scan:usual')}
                <AutoComplete
                  size="small"
                  aria-label={t('scan:usual')}
                  style={{ width: 150 }}
                  value={usual}
                  options={options}
                  showSearch={{ filterOption: (text, option) => contains(option?.value, text) }}
                  onChange={setUsual}
                />
              </span>
              <span className="pl-gap" />
              <Button type="text" size="small" onClick={scanned.clear}>
                {t('scan:clear')}
              </Button>
            </div>
            <ul>
              {list.map(({ sncode, model, name, exists, problem }) => (
                <li
                  key={sncode}
                  className={message && message.what === 'twice' && message.sncode === sncode ? 'again' : undefined}
                >
                  <div className="what">
                    <b className="pl-mono">{sncode}</b> <span className="pl-3 pl-sm">{name}</span>
                    {problem !== null && (
                      <div role="alert" className="pl-sm dv-wrong">
                        {problem}
                      </div>
                    )}
                  </div>
                  {exists === false ? (
                    <AutoComplete
                      size="small"
                      aria-label={t('scan:modelOf', { sncode })}
                      style={{ width: 130 }}
                      placeholder={usual || t('devices:model')}
                      status={modelOf(model) === '' ? 'warning' : ''}
                      value={model ?? ''}
                      options={options}
                      showSearch={{ filterOption: (text, option) => contains(option?.value, text) }}
                      onChange={(next: string) => scanned.change(sncode, { model: next || null, problem: null })}
                    />
                  ) : (
                    <span className="pl-3 pl-sm">{t(exists === null ? 'scan:asking' : 'scan:there')}</span>
                  )}
                  <button
                    type="button"
                    className="pl-bare"
                    aria-label={t('scan:drop', { sncode })}
                    onClick={() => scanned.drop(sncode)}
                  >
                    <CloseOutlined />
                  </button>
                </li>
              ))}
            </ul>
            {scanned.failure !== null && (
              <p role="alert" className="pl-row tight pl-sm dv-wrong">
                {wordsOf(scanned.failure, t).words}
                <Button size="small" onClick={scanned.retry}>
                  {t('common:retry')}
                </Button>
              </p>
            )}
            <div className="pl-form-foot">
              <span className="pl-3 pl-sm pl-gap">{lacking > 0 && t('scan:lacking', { count: lacking })}</span>
              <Button
                type="primary"
                disabled={fresh.length === 0 || lacking > 0}
                loading={busy}
                onClick={() => void take()}
              >
                {t('scan:take', { count: fresh.length })}
              </Button>
            </div>
          </>
        )}
      </section>
    </div>
  );
}

const contains = (value: unknown, text: string): boolean => String(value).toLowerCase().includes(text.toLowerCase());
