import { InputNumber, Modal } from 'antd';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../design/Toasts.tsx';
import { Segmented } from '../design/Toolbar.tsx';
import type { ChartHandle } from './frame/ChartFrame.tsx';

/** The least is what a chart can still be read at; the largest, at the finest, is what browsers draw. */
const bounds = { min: 200, max: 4000 } as const;
const scales = [1, 2] as const;
const formats = ['png', 'svg'] as const;

const isSize = (px: number | null): px is number => px !== null && px >= bounds.min && px <= bounds.max;

/** What is chosen; null = an empty field. */
interface Picture {
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly scale: (typeof scales)[number];
  readonly format: (typeof formats)[number];
}

/** A picture of a chart in a size of one's own: it is drawn anew in that size, not stretched. */
export function PictureDialog({
  chart,
  title,
  onClose,
}: {
  chart: RefObject<ChartHandle | null>;
  title: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [picture, setPicture] = useState<Picture>(() => ({
    ...(chart.current?.usualSize() ?? { widthPx: null, heightPx: null }),
    scale: 1,
    format: 'png',
  }));
  const { widthPx, heightPx, scale, format } = picture;
  const isLegal = isSize(widthPx) && isSize(heightPx);
  const save = async (): Promise<void> => {
    if (!isLegal) return;
    const { current } = chart;
    try {
      if (format === 'png') await current?.png(title, { widthPx, heightPx, scale });
      else await current?.svg(title, { widthPx, heightPx });
      onClose();
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <Modal
      open
      title={t('common:chart.sizedTitle')}
      okText={t('common:chart.sizedSave')}
      okButtonProps={{ disabled: !isLegal }}
      onOk={() => void save()}
      onCancel={onClose}
      width={400}
      destroyOnHidden
    >
      <Choices picture={picture} onChange={(part) => setPicture((old) => ({ ...old, ...part }))} />
      {!isLegal && (
        <p role="alert" className="pl-sm pl-wrong">
          {t('common:chart.sizeBounds', bounds)}
        </p>
      )}
    </Modal>
  );
}

function Choices({ picture, onChange }: { picture: Picture; onChange: (part: Partial<Picture>) => void }) {
  const { t } = useTranslation();
  const { widthPx, heightPx, scale, format } = picture;
  return (
    <div className="pl-picture-size">
      <Length label={t('common:chart.widthPx')} px={widthPx} onChange={(px) => onChange({ widthPx: px })} />
      <Length label={t('common:chart.heightPx')} px={heightPx} onChange={(px) => onChange({ heightPx: px })} />
      <Segmented
        label={t('common:chart.format')}
        value={format}
        options={formats.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={(next) => onChange({ format: next })}
      />
      {format === 'png' && (
        <Segmented
          label={t('common:chart.sharpness')}
          value={scale}
          options={scales.map((value) => ({ value, label: t(`common:chart.sharp${value}`) }))}
          onChange={(next) => onChange({ scale: next })}
        />
      )}
    </div>
  );
}

function Length({ label, px, onChange }: { label: string; px: number | null; onChange: (px: number | null) => void }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the number field is inside
    <label className="pl-row">
      <span className="pl-gap">{label}</span>
      <InputNumber
        aria-label={label}
        value={px}
        precision={0}
        step={50}
        onChange={(value) => onChange(value)}
        suffix="px"
        style={{ width: 140 }}
      />
    </label>
  );
}
