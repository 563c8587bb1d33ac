import './form.css';
import './file-drop.css';
import { CloseOutlined, FileOutlined, UploadOutlined, WarningOutlined } from '@ant-design/icons';
import { formatBytes } from '@plumbline/science/display/quantity';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FileFault, fileFault, kindsIn, sizeIn, type Takes } from './file-check.ts';

interface FileDropProps {
  takes: Takes;
  file: File | null;
  onFile: (file: File | null) => void;
  /** What to drop: "Drop the spreadsheet here". */
  label: ReactNode;
  id?: string | undefined;
  disabled?: boolean;
  /** Under the field: a link to a template. */
  children?: ReactNode;
}

/**
 * One file, dropped or chosen. Invariant: a file of another type or size is refused here, in the specification's words,
 * and what was chosen before stays.
 */
export function FileDrop({ takes, file, onFile, label, id, disabled = false, children }: FileDropProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const take = (files: FileList | null | undefined): void => {
    const [first, second] = files ?? [];
    if (!first) return;
    const wrong = second ? 'several' : fileFault(first, takes);
    setFault(wrong);
    if (!wrong) onFile(first);
    if (field.current) field.current.value = '';
  };
  const drag = (event: DragEvent, on: boolean): void => {
    event.preventDefault();
    if (!disabled) setOver(on);
  };
  return (
    <div className="pl-drop-place">
      <button
        {...(id === undefined ? {} : { id })}
        type="button"
        className={`pl-drop${over ? ' over' : ''}${fault ? ' wrong' : ''}`}
        disabled={disabled}
        onClick={() => field.current?.click()}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          if (!disabled) take(event.dataTransfer.files);
        }}
      >
        <DropWords file={file} label={label} takes={takes} />
      </button>
      {file && !disabled && (
        <button
          type="button"
          className="pl-bare remove"
          aria-label={t('forms:file.remove')}
          onClick={() => onFile(null)}
        >
          <CloseOutlined />
        </button>
      )}
      <input
        ref={field}
        type="file"
        style={{ display: 'none' }}
        accept={takes.types.join(',')}
        onChange={(event) => take(event.target.files)}
      />
      {fault && <FaultLine fault={fault} />}
      {children}
    </div>
  );
}

type Fault = FileFault | 'several';

function FaultLine({ fault }: { fault: Fault }) {
  const { t } = useTranslation();
  return (
    <p role="alert" className="pl-row tight pl-sm pl-wrong">
      <WarningOutlined />
      {fault === 'several' ? t('forms:issue.fileOne') : t(`forms:issue.${fault.key}`, fault.values)}
    </p>
  );
}

/** The chosen file with its size, or what can be dropped here. */
function DropWords({ file, label, takes }: { file: File | null; label: ReactNode; takes: Takes }) {
  const { t } = useTranslation();
  return (
    <>
      {file ? <FileOutlined /> : <UploadOutlined />}
      <span className="words">
        <span className="pl-ell">{file ? file.name : label}</span>
        <span className="pl-3 pl-sm">
          {file ? formatBytes(file.size) : t('forms:file.takes', { type: kindsIn(takes), ...sizeIn(takes) })}
        </span>
      </span>
    </>
  );
}
