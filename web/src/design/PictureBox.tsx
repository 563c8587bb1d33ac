import './picture-box.css';
import { DeleteOutlined, PictureOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileFault, kindsIn, sizeIn, type Takes } from './form/file-check.ts';
import { usePicture } from './form/use-picture.ts';
import { useToasts } from './Toasts.tsx';

/** A picture that is kept at once: choose, change, take away. Without `onFile` it is only shown. */
export function PictureBox({
  label,
  fileId,
  load,
  takes,
  onFile,
  onRemove,
  isShownElsewhere = false,
}: {
  label: string;
  fileId: string | null;
  load: () => Promise<Blob>;
  takes: Takes;
  onFile?: ((file: File) => Promise<unknown>) | undefined;
  onRemove?: (() => Promise<unknown>) | undefined;
  /** The page draws the picture itself: it is not shown twice. */
  isShownElsewhere?: boolean;
}) {
  const address = usePicture(isShownElsewhere ? null : fileId, load);
  return (
    <div className="pl-col tight pl-picture">
      <span className="pl-sm pl-2">{label}</span>
      {!isShownElsewhere && (
        <div className="frame">
          {address ? <img src={address} alt={label} /> : <PictureOutlined className="pl-3" />}
        </div>
      )}
      {onFile && <Change label={label} isSet={fileId !== null} takes={takes} onFile={onFile} onRemove={onRemove} />}
    </div>
  );
}

/** Chooses another file, or takes the picture away; what is wrong with a file is said before it is sent. */
function Change({
  label,
  isSet,
  takes,
  onFile,
  onRemove,
}: {
  label: string;
  isSet: boolean;
  takes: Takes;
  onFile: (file: File) => Promise<unknown>;
  onRemove: (() => Promise<unknown>) | undefined;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { act, busy } = useImmediateSaving(() => {
    if (field.current) field.current.value = '';
  });
  const take = (file: File | undefined): void => {
    if (!file) return;
    const refused = fileFault(file, takes);
    setFault(refused && t(`forms:issue.${refused.key}`, refused.values));
    if (!refused) void act(() => onFile(file));
  };
  return (
    <>
      <div className="pl-row">
        <Button size="small" loading={busy} onClick={() => field.current?.click()}>
          {isSet ? t('forms:picture.change') : t('forms:picture.choose')}
        </Button>
        {isSet && onRemove && (
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined />}
            disabled={busy}
            aria-label={`${t('forms:picture.remove')}: ${label}`}
            title={t('forms:picture.remove')}
            onClick={() => void act(onRemove)}
          />
        )}
        <input
          ref={field}
          type="file"
          hidden
          accept={takes.types.join(',')}
          aria-label={label}
          onChange={(event) => take(event.target.files?.[0])}
        />
      </div>
      <span className="pl-micro pl-3" role={fault ? 'alert' : undefined}>
        {fault ?? `${kindsIn(takes)}, ${sizeIn(takes).size} ${sizeIn(takes).unit}`}
      </span>
    </>
  );
}

/** Keeps a change at once, and says that it is kept or why not. */
function useImmediateSaving(onEnd: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      toasts.done(t('common:saved'));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
      onEnd();
    }
  };
  return { act, busy };
}
