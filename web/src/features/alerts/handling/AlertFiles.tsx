import { CameraOutlined, DeleteOutlined, FileOutlined, PaperClipOutlined, ReloadOutlined } from '@ant-design/icons';
import { type Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { type AlertFile, handlingLimits } from '@plumbline/contract/alerts/alerts.handling';
import { pictureFile } from '@plumbline/contract/points/fields';
import { documentTypes } from '@plumbline/contract/site/documents';
import { formatBytes } from '@plumbline/science/display/quantity';
import { Button } from 'antd';
import { type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type FileFault, fileFault } from '../../../design/form/file-check.ts';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { wordsOf } from '../../../kernel/failures.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useAlertPicture } from './alert-pictures.queries.ts';

const pictures = { types: pictureFile.types, maxBytes: handlingLimits.fileBytes };
const anything = { types: documentTypes.map((type) => `.${type}`), maxBytes: handlingLimits.fileBytes };
type Takes = typeof pictures | typeof anything;

/** Browsers name files of a kind that they do not know by nothing or by anything: the ending says what it is. */
const named = (file: File): File =>
  file.type.startsWith('image/') ? file : new File([file], file.name, { type: 'application/octet-stream' });

/** Photos and files of an alert. One that did not arrive stays, with why, until it is sent again. */
export function AlertFiles({
  alert,
  files,
  mayHandle,
}: {
  alert: Alert;
  files: readonly AlertFile[];
  mayHandle: boolean;
}) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState<AlertFile | null>(null);
  const sending = useSending(alert.id);
  if (files.length === 0 && !mayHandle) return null;
  return (
    <section className="ah-part" aria-label={t('handling:files')}>
      <h4>{t('handling:files')}</h4>
      {files.length > 0 && (
        <ul className="ah-files">
          {files.map((file) => (
            <li key={file.id}>
              <OneFile alertId={alert.id} file={file} onRemove={mayHandle ? () => setRemoving(file) : null} />
            </li>
          ))}
        </ul>
      )}
      {mayHandle && <Attach sending={sending} />}
      {removing && <RemoveDialog alertId={alert.id} file={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

type Sending = ReturnType<typeof useSending>;

function Attach({ sending }: { sending: Sending }) {
  const { t } = useTranslation();
  const id = useId();
  const [camera, disk] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const { waiting, fault, take, sendAgain, undo, isSending } = sending;
  return (
    <>
      {waiting.map(({ file, error }) => (
        <p key={`${file.name} ${file.lastModified} ${file.size}`} className="pl-sm" role="status">
          {t('handling:notSent', { file: file.name })}
          {error !== null && <span className="pl-wrong"> {wordsOf(error, t).words}</span>}
        </p>
      ))}
      {fault && (
        <p role="alert" className="pl-wrong pl-sm">
          {t(`forms:issue.${fault.key}`, fault.values)}
        </p>
      )}
      <LeaveGuard id={id} dirty={waiting.length > 0} save={sendAgain} undo={undo} />
      <div className="pl-row tight ah-acts">
        <Button icon={<CameraOutlined />} loading={isSending} onClick={() => camera.current?.click()}>
          {t('handling:takePhoto')}
        </Button>
        <Button icon={<PaperClipOutlined />} disabled={isSending} onClick={() => disk.current?.click()}>
          {t('handling:attach')}
        </Button>
        {waiting.some(({ error }) => error !== null) && (
          <Button icon={<ReloadOutlined />} disabled={isSending} onClick={() => void sendAgain()}>
            {t('handling:sendAgain')}
          </Button>
        )}
      </div>
      <Field field={camera} label={t('handling:takePhoto')} takes={pictures} onFiles={take} />
      <Field field={disk} label={t('handling:attachWhat')} takes={anything} onFiles={take} />
    </>
  );
}

/** What opens the camera, or the files of the machine. */
function Field({
  field,
  label,
  takes,
  onFiles,
}: {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  takes: Takes;
  onFiles: (files: readonly File[], takes: Takes) => void;
}) {
  return (
    <input
      ref={field}
      type="file"
      hidden
      multiple
      aria-label={label}
      accept={takes.types.join(',')}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])], takes);
        target.value = '';
      }}
    />
  );
}

/** Files on their way, one by one; those that failed stay with why. */
function useSending(alertId: number) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: upload, isPending } = useWrite(alerts.upload);
  const [waiting, setWaiting] = useState<readonly { readonly file: File; readonly error: unknown }[]>([]);
  const [fault, setFault] = useState<FileFault | null>(null);
  async function send(files: readonly File[]): Promise<boolean> {
    let isComplete = true;
    for (const file of files) {
      try {
        const { isUnchanged } = await upload({ alertId }, { file: named(file) });
        if (isUnchanged) toasts.done(t('handling:alreadyThere', { file: file.name }));
        setWaiting((old) => old.filter((each) => each.file !== file));
      } catch (error) {
        isComplete = false;
        setWaiting((old) => old.map((each) => (each.file === file ? { file, error } : each)));
      }
    }
    return isComplete;
  }
  const take = (files: readonly File[], takes: Takes): void => {
    const refused = files.map((file) => fileFault(file, takes)).find((each) => each !== null) ?? null;
    setFault(refused);
    const good = files.filter((file) => fileFault(file, takes) === null);
    setWaiting((old) => [...old, ...good.map((file) => ({ file, error: null }))]);
    void send(good);
  };
  return {
    waiting,
    fault,
    take,
    isSending: isPending,
    sendAgain: () => send(waiting.map(({ file }) => file)),
    undo: () => setWaiting([]),
  };
}

function OneFile({ alertId, file, onRemove }: { alertId: number; file: AlertFile; onRemove: (() => void) | null }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const save = (): void =>
    void download(alerts.file, { alertId, fileId: file.id })
      .then(({ blob }) => saveAs(blob, file.fileName))
      .catch(toasts.failed);
  return (
    <>
      <button
        type="button"
        className="pl-bare ah-file"
        title={t('handling:open', { file: file.fileName })}
        onClick={save}
      >
        {file.isPicture ? <SmallPicture alertId={alertId} file={file} /> : <FileOutlined className="pl-3" />}
        <span className="pl-ell">{file.fileName}</span>
        <span className="pl-sm pl-3">
          {formatBytes(file.bytes)} · {file.byName}
        </span>
      </button>
      {onRemove && (
        <IconButton
          icon={<DeleteOutlined />}
          label={t('handling:remove', { file: file.fileName })}
          onClick={onRemove}
        />
      )}
    </>
  );
}

function SmallPicture({ alertId, file }: { alertId: number; file: AlertFile }) {
  const address = useAlertPicture(alertId, file.id);
  return address ? <img src={address} alt="" /> : <FileOutlined className="pl-3" />;
}

function RemoveDialog({ alertId, file, onClose }: { alertId: number; file: AlertFile; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: remove } = useWrite(alerts.removeFile);
  return (
    <ConfirmDestructive
      open
      title={t('handling:removeTitle', { file: file.fileName })}
      lost={t('handling:removeLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await remove({ alertId, fileId: file.id });
      }}
      onClose={onClose}
    />
  );
}
