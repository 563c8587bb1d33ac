import { DeleteOutlined, PictureOutlined } from '@ant-design/icons';
import { templateLimits } from '@plumbline/contract/reports/templates.blocks';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';

const sides = [1_200, 800, 500, 300];

/** The picture as text, as small as it must be: a logo or signature needs no more. null = it is none. */
async function readPicture(file: File): Promise<string | null> {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return null;
  try {
    for (const side of sides) {
      const scale = Math.min(1, side / Math.max(image.width, image.height));
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(image.width * scale));
      canvas.height = Math.max(1, Math.round(image.height * scale));
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
      // A signature is often on nothing: PNG keeps that.
      const png = canvas.toDataURL('image/png');
      if (png.length <= templateLimits.pictureLength) return png;
    }
    return null;
  } finally {
    image.close();
  }
}

/** A picture that stands in the template itself: chosen, shown small, taken away. */
export function PictureInput({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const picture = await readPicture(file);
    setWrong(picture === null);
    if (picture !== null) onChange(picture);
  };
  return (
    <span className="rt-picture">
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={t('reportTemplates:picture')}
        style={{ display: 'none' }}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {value && <img src={value} alt={t('reportTemplates:picture')} />}
      <Button size="small" icon={<PictureOutlined />} onClick={() => input.current?.click()}>
        {t(value ? 'reportTemplates:otherPicture' : 'reportTemplates:picture')}
      </Button>
      {value && (
        <IconButton
          icon={<DeleteOutlined />}
          label={t('reportTemplates:removePicture')}
          onClick={() => onChange(null)}
        />
      )}
      {isWrong && <span className="pl-wrong pl-sm">{t('reportTemplates:noPicture')}</span>}
    </span>
  );
}
