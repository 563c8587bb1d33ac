import { CheckCircleOutlined, CloseCircleOutlined, FileSearchOutlined } from '@ant-design/icons';
import type { VerifiedReport } from '@plumbline/contract/reports/verification';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pane } from '../../../design/Pane.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { hashOfFile } from './file-hash.ts';

interface Checked {
  readonly name: string;
  readonly bytes: number;
  /** null = it could not be read. */
  readonly sha256: string | null;
}

/** A file of somebody's own, compared with those that were released: in this browser, nothing of it is sent. */
export function FileCheck({ report }: { report: VerifiedReport }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState<Checked | 'reading' | null>(null);
  const [isOver, setOver] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setChecked('reading');
    const sha256 = await hashOfFile(file).catch(() => null);
    setChecked({ name: file.name, bytes: file.size, sha256 });
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Pane title={t('reportVerification:file')}>
      <button
        type="button"
        className={`rv-drop${isOver ? ' over' : ''}`}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileSearchOutlined />
        <span>{t('reportVerification:drop')}</span>
        <span className="pl-sm pl-3">{t('reportVerification:dropWhy')}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('reportVerification:drop')}
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
      <div role="status">
        {checked === 'reading' && <p className="pl-2">{t('reportVerification:reading')}</p>}
        {checked !== null && checked !== 'reading' && <Outcome checked={checked} report={report} />}
      </div>
    </Pane>
  );
}

function Outcome({ checked, report }: { checked: Checked; report: VerifiedReport }) {
  const { t } = useTranslation();
  const same = report.files.find(({ sha256 }) => sha256 === checked.sha256);
  if (checked.sha256 === null)
    return <p className="rv-outcome rv-bad">{t('reportVerification:unreadable', { file: checked.name })}</p>;
  if (same)
    return (
      <p className="rv-outcome rv-good">
        <CheckCircleOutlined />
        <span>
          {t('reportVerification:same', {
            file: checked.name,
            format: same.format.toUpperCase(),
            version: report.version,
          })}
        </span>
      </p>
    );
  const ending = checked.name.split('.').at(-1)?.toLowerCase();
  const of = report.files.find(({ format }) => format === ending);
  return (
    <div className="rv-outcome rv-bad">
      <CloseCircleOutlined />
      <div>
        <div>{t('reportVerification:differs', { file: checked.name })}</div>
        {of && (
          <div className="pl-sm">
            {t(of.bytes === checked.bytes ? 'reportVerification:sizesSame' : 'reportVerification:sizes', {
              format: of.format.toUpperCase(),
              released: formatCount(of.bytes),
              own: formatCount(checked.bytes),
            })}
          </div>
        )}
        <div className="pl-sm pl-mono rv-hash">{checked.sha256}</div>
      </div>
    </div>
  );
}
