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
  /** Several may be dropped or chosen in one go: `onFile` gets one after the other. */
  isMany?: boolean;
  /** Under the field: a link to a template. */
  children?: ReactNode;
}

/**
 * One file, dropped or chosen. Invariant: a file of another type or size is refused here, in the specification's words,
 * and what was chosen before stays.
 */
export function FileDrop({
  takes,
  file,
  onFile,
  label,
  id,
  disabled = false,
  isMany = false,
  children,
}: FileDropProps) {
  const field = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { fault, take } = useFiles(takes, isMany, onFile);
  const drag = (event: DragEvent, on: boolean): void => {
    event.preventDefault();
    setOver(on && !disabled);
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
      {file && !disabled && <RemoveButton onRemove={() => onFile(null)} />}
      <input
        ref={field}
        type="file"
        hidden
        multiple={isMany}
        accept={takes.types.join(',')}
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
      {fault && <FaultLine fault={fault} />}
      {children}
    </div>
  );
}

function RemoveButton({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="pl-bare remove" aria-label={t('forms:file.remove')} onClick={onRemove}>
      <CloseOutlined />
    </button>
  );
}

type Fault = FileFault | 'several';

/** Hands on the files that are given, and says why another one is not. */
function useFiles(takes: Takes, isMany: boolean, onFile: (file: File) => void) {
  const [fault, setFault] = useState<Fault | null>(null);
  const take = (files: FileList | null | undefined): void => {
    const fileList = [...(files ?? [])];
    if (fileList.length === 0) return;
    const faults =
      fileList.length > 1 && !isMany ? (['several'] as const) : fileList.map((each) => fileFault(each, takes));
    setFault(faults.find((each) => each !== null) ?? null);
    for (const [i, each] of fileList.entries()) if (faults[i] === null) onFile(each);
  };
  return { fault, take };
}

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
        <span {...(file ? { className: 'pl-ell' } : {})}>{file ? file.name : label}</span>
        <span className="pl-3 pl-sm">
          {file ? formatBytes(file.size) : t('forms:file.takes', { type: kindsIn(takes), ...sizeIn(takes) })}
        </span>
      </span>
    </>
  );
}
