import { UploadOutlined, WarningOutlined } from '@ant-design/icons';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Waveform, waveformLimits, waveforms, waveformUnitNames } from '@plumbline/contract/views/waveforms';
import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { InstantPicker } from '../../../design/InstantPicker.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatCount, formatNumber, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { asOneFile, mayHaveMore } from './upload-files.ts';

type Answer = OutputOf<typeof waveforms.upload.reply>;
type Unit = (typeof waveformUnitNames)[number];

const takes = {
  types: ['.csv', '.txt', '.knt', '.ew', '.ns', '.ud'],
  maxBytes: waveformLimits.fileBytes,
};

export function UploadButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button size="small" icon={<UploadOutlined />} onClick={onClick}>
      {t('waveforms:upload')}
    </Button>
  );
}

/** A waveform from a file: read first, stored when nothing is wrong with it and nothing is missing. */
export function UploadDialog({
  pointId,
  onClose,
  onStored,
}: {
  pointId: number;
  onClose: () => void;
  onStored: (event: Waveform) => void;
}) {
  const { t } = useTranslation();
  const sending = useUpload(pointId, onStored);
  const { files, answer, startAt, unit } = sending;
  const isMissing = answer?.missing.some((what) => (what === 'unit' ? unit : startAt) === null);
  return (
    <Modal
      open
      title={t('waveforms:upload')}
      onCancel={onClose}
      okText={t('waveforms:store')}
      cancelText={t('common:cancel')}
      okButtonProps={{ disabled: !answer?.preview || isMissing === true, loading: sending.isPending }}
      onOk={() => void sending.send(files, false)}
    >
      <Files sending={sending} />
      {answer && <Checked answer={answer} />}
      {answer && <Missing answer={answer} sending={sending} />}
      {sending.error !== null && (
        <p className="pl-wrong pl-sm" role="alert">
          {wordsOf(sending.error, t).words}
        </p>
      )}
    </Modal>
  );
}

type Sending = ReturnType<typeof useUpload>;

/** The files that are chosen, and room for another one. */
function Files({ sending }: { sending: Sending }) {
  const { t } = useTranslation();
  const { files } = sending;
  return (
    <>
      {files.map((file, i) => (
        <FileDrop
          key={file.name}
          takes={takes}
          file={file}
          onFile={(next) => sending.choose(files.flatMap((each, k) => (k === i ? (next ?? []) : each)))}
          label={t('waveforms:uploadDrop')}
        />
      ))}
      {(files.length === 0 || mayHaveMore(files)) && (
        <FileDrop
          takes={takes}
          file={null}
          onFile={(file) => file && sending.choose([...files, file])}
          label={t(files.length === 0 ? 'waveforms:uploadDrop' : 'waveforms:uploadMore')}
        >
          {files.length === 0 && <p className="pl-3 pl-sm">{t('waveforms:uploadRule')}</p>}
        </FileDrop>
      )}
    </>
  );
}

/** What the file does not say. */
function Missing({ answer, sending }: { answer: Answer; sending: Sending }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { startAt, unit } = sending;
  return (
    <>
      {answer.missing.includes('startAt') && (
        <div className="wf-missing pl-sm">
          <span>{t('waveforms:startMissing')}</span>
          <InstantPicker
            at={startAt}
            zone={project.timeZone}
            label={t('waveforms:startOf')}
            placeholder={t('waveforms:startOf')}
            onChange={sending.setStartAt}
          />
        </div>
      )}
      {answer.missing.includes('unit') && (
        <div className="wf-missing pl-sm">
          <span>{t('waveforms:unitMissing')}</span>
          <Select
            size="small"
            aria-label={t('waveforms:unitOf')}
            placeholder={t('waveforms:unitOf')}
            value={unit}
            options={waveformUnitNames.map((value) => ({ value, label: value }))}
            onChange={sending.setUnit}
            style={{ width: 160 }}
          />
        </div>
      )}
    </>
  );
}

/** What is chosen, what the server says of it, and sending it. */
function useUpload(pointId: number, onStored: (event: Waveform) => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: upload, isPending } = useWrite(waveforms.upload);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [startAt, setStartAt] = useState<number | null>(null);
  const [unit, setUnit] = useState<Unit | null>(null);
  async function send(sent: readonly File[], isDry: boolean): Promise<void> {
    setError(null);
    try {
      const got = await upload(
        {
          pointId,
          dryRun: isDry ? 'true' : 'false',
          ...(startAt === null ? {} : { startAt: new Date(startAt).toISOString() }),
          ...(unit === null ? {} : { unit }),
        },
        { file: await asOneFile(sent) },
      );
      setAnswer(got);
      if (!got.waveform) return;
      toasts.done(t(got.isUnchanged ? 'waveforms:storedBefore' : 'waveforms:stored'));
      onStored(got.waveform);
    } catch (caught) {
      setError(caught);
    }
  }
  const choose = (next: readonly File[]): void => {
    setFiles(next);
    setAnswer(null);
    setError(null);
    if (next.length > 0) void send(next, true);
  };
  return { files, answer, error, startAt, unit, isPending, setStartAt, setUnit, send, choose };
}

/** What the file holds, or what is wrong with which line. */
function Checked({ answer: { preview, faults } }: { answer: Answer }) {
  const { t } = useTranslation();
  const { project } = useProject();
  if (!preview)
    return (
      <ul className="wf-faults pl-sm pl-wrong" role="alert">
        {faults.map(({ line, fault, found }) => (
          <li key={`${line} ${fault} ${found}`}>
            {t('waveforms:faultAt', { line, words: t(`waveforms:faults.${fault as 'notNumber'}`, { found }) })}
          </li>
        ))}
      </ul>
    );
  const { samples, axes, rateHz, vectorSumMmS, startAt, isLengthStated } = preview;
  return (
    <div className="pl-sm">
      {startAt && <p className="pl-b">{formatTime(startAt, project.timeZone)}</p>}
      <p>
        {t('waveforms:preview', {
          samples: formatCount(samples),
          axes: axes.map((axis) => axis.toUpperCase()).join(', '),
          rate: rateHz,
          seconds: formatNumber(samples / rateHz, 1),
        })}
      </p>
      {!isLengthStated && (
        <p className="pl-row">
          <WarningOutlined />
          {t('waveforms:lengthNotStated')}
        </p>
      )}
      {vectorSumMmS !== null && <p>{t('waveforms:previewPpv', { ppv: formatNumber(vectorSumMmS, 3) })}</p>}
    </div>
  );
}
