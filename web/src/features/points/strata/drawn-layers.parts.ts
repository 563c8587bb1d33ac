import type { SoilLayer } from '@plumbline/contract/points/strata';
import type { TFunction } from 'i18next';
import type { ProfileLayer } from '../../../charts/kinds/profile/shapes.ts';

/** Layers as drawings take them: a layer without a name is called what it is made of. */
export const drawnLayers = (layers: readonly SoilLayer[], t: TFunction): ProfileLayer[] =>
  layers.map((layer) => ({ ...layer, name: layer.name === '' ? t(`strata:soils.${layer.soil}`) : layer.name }));
