import { DeleteOutlined, PictureOutlined, WarningOutlined } from '@ant-design/icons';
import { limits } from '@plumbline/contract/kernel/constants';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FileFault, fileFault, kindsIn, sizeIn, type Takes } from '../file-check.ts';
import type { InputProps } from '../input.ts';
import { usePicture } from '../use-picture.ts';

const pictures: Takes = { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: limits.pictureBytes };

/**
 * IMAGE_UPLOAD: a picture with its preview. The value is the kept one's name, or the chosen File, which the page
 * uploads when the form is saved. What is no picture inside is refused before that.
 */
export default function ImageInput({ id, value, onChange, label, disabled, extras, wrong }: InputProps<string | File>) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<FileFault['key'] | 'filePicture' | null>(null);
  const takes = extras.takes ?? pictures;
  const picture = usePicture(value, extras.load);
  const take = async (file: File | undefined): Promise<void> => {
    if (field.current) field.current.value = '';
    if (!file) return;
    const refused = fileFault(file, takes)?.key ?? ((await isPicture(file)) ? null : 'filePicture');
    setFault(refused);
    if (!refused) onChange(file);
  };
  return (
    <div className="pl-image">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the button beside it does the same */}
      <div
        className={`frame${wrong || fault ? ' wrong' : ''}`}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          if (!disabled) void take(event.dataTransfer.files[0]);
        }}
      >
        {picture ? <img src={picture} alt={label} /> : <PictureOutlined className="pl-3" />}
      </div>
      <div className="pl-col tight">
        <PictureButtons
          {...(id === undefined ? {} : { id })}
          isChosen={Boolean(value)}
          disabled={disabled}
          onChoose={() => field.current?.click()}
          onRemove={() => {
            setFault(null);
            onChange(null);
          }}
        />
        <span className="pl-micro pl-3">{t('forms:file.takes', { type: kindsIn(takes), ...sizeIn(takes) })}</span>
        {fault && (
          <p role="alert" className="pl-row tight pl-sm pl-wrong">
            <WarningOutlined />
            {t(`forms:issue.${fault}`, { type: kindsIn(takes), ...sizeIn(takes) })}
          </p>
        )}
      </div>
      <input
        ref={field}
        type="file"
        style={{ display: 'none' }}
        accept={takes.types.join(',')}
        aria-label={label}
        onChange={(event) => void take(event.target.files?.[0])}
      />
    </div>
  );
}

function PictureButtons({
  id,
  isChosen,
  disabled,
  onChoose,
  onRemove,
}: {
  id?: string;
  isChosen: boolean;
  disabled: boolean;
  onChoose: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-row">
      <Button {...(id === undefined ? {} : { id })} size="small" disabled={disabled} onClick={onChoose}>
        {isChosen ? t('forms:picture.change') : t('forms:picture.choose')}
      </Button>
      {isChosen && (
        <Button
          size="small"
          type="text"
          icon={<DeleteOutlined />}
          disabled={disabled}
          aria-label={t('forms:picture.remove')}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

/** A file that says it is a picture and cannot be drawn is none. */
async function isPicture(file: File): Promise<boolean> {
  if (file.type === 'image/svg+xml') return true;
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}
