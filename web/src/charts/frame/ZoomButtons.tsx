import { ExpandOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../design/IconButton.tsx';
import type { Zooming } from './use-zooming.ts';

const noAct = (): void => undefined;

/** Offers as buttons the acts of wheel and keys, for a finger and for whoever does not know them. */
export function ZoomButtons({ zooming: { closer, farther, whole } }: { zooming: Zooming }) {
  const { t } = useTranslation();
  return (
    <fieldset className="pl-zoom" aria-label={t('common:chart.zoom')}>
      <IconButton
        icon={<PlusOutlined />}
        label={t('common:chart.zoomIn')}
        disabled={!closer}
        onClick={closer ?? noAct}
      />
      <IconButton
        icon={<MinusOutlined />}
        label={t('common:chart.zoomOut')}
        disabled={!farther}
        onClick={farther ?? noAct}
      />
      <IconButton
        icon={<ExpandOutlined />}
        label={t('common:chart.zoomWhole')}
        disabled={!whole}
        onClick={whole ?? noAct}
      />
    </fieldset>
  );
}
