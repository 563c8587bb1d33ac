import type { LayerVersion } from '@plumbline/contract/site/layers';
import type { TFunction } from 'i18next';

/** A pixel of the map may show so much more than one of the file before that is told: the zooms of tiles lie a factor of two apart. */
const tolerated = 1.5;

/** That a picture is drawn coarser than its file, where it is; null = it is not. */
export function coarserWords({ contents }: LayerVersion, t: TFunction): string | null {
  const { pixelM, drawnPixelM } = contents?.picture ?? { pixelM: 0, drawnPixelM: 0 };
  if (!(drawnPixelM > pixelM * tolerated)) return null;
  const text = (metres: number): string => Number(metres.toPrecision(2)).toString();
  return t('layers:coarser', { drawn: text(drawnPixelM), own: text(pixelM) });
}
