import { ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';
import { zoomByKey, zoomedBy } from './zoom.ts';

interface Zoomed {
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
}

/** Further, nearer, and the level between them, which leads back to the whole width. */
export function ZoomButtons({ zoom, onZoom }: Zoomed) {
  const { t } = useTranslation();
  return (
    <span className="pl-row tight">
      <IconButton icon={<ZoomOutOutlined />} label={t('forms:zoom.out')} onClick={() => onZoom(zoomedBy(zoom, -1))} />
      <Button type="text" size="small" onClick={() => onZoom(1)} title={t('forms:zoom.fit')}>
        {Math.round(zoom * 100)} %
      </Button>
      <IconButton icon={<ZoomInOutlined />} label={t('forms:zoom.in')} onClick={() => onZoom(zoomedBy(zoom, 1))} />
    </span>
  );
}

/** Pages that scroll, and go nearer by the keys + - 0. */
export function ZoomedPages({
  zoom,
  onZoom,
  label,
  className,
  children,
}: Zoomed & { readonly label: string; readonly className: string; readonly children: ReactNode }) {
  const byKey = ({ key, target, currentTarget, ctrlKey, metaKey }: KeyboardEvent): void => {
    const next = target === currentTarget && !ctrlKey && !metaKey ? zoomByKey(key, zoom) : null;
    if (next !== null) onZoom(next);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and goes nearer, by keyboard too
    <section className={className} aria-label={label} tabIndex={0} onKeyDown={byKey}>
      {children}
    </section>
  );
}
