/** Where a drawing in coordinates of its own lies: a reference system is chosen, or two known points are typed. */
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { systemCodes } from '@plumbline/contract/site/layers.placing';
import type { TFunction } from 'i18next';

interface SystemWords {
  /** A key of `layers:systems`. */
  readonly key: 'degrees' | 'mercator' | 'utm' | 'zone3' | 'zone3Numbered' | 'zone6' | 'zone6Numbered';
  readonly meridian?: number;
  readonly zone?: string;
}

const firstMeridian = 75;

/** Returns the name of a system, by its code. */
export function systemWords(epsg: number): SystemWords {
  if (epsg >= 4534 && epsg <= 4554) return { key: 'zone3', meridian: firstMeridian + 3 * (epsg - 4534) };
  if (epsg >= 4513 && epsg <= 4533)
    return { key: 'zone3Numbered', meridian: firstMeridian + 3 * (epsg - 4513), zone: String(epsg - 4513 + 25) };
  if (epsg >= 4502 && epsg <= 4512) return { key: 'zone6', meridian: firstMeridian + 6 * (epsg - 4502) };
  if (epsg >= 4491 && epsg <= 4501)
    return { key: 'zone6Numbered', meridian: firstMeridian + 6 * (epsg - 4491), zone: String(epsg - 4491 + 13) };
  if (epsg > 32700) return { key: 'utm', zone: `${epsg - 32700}S` };
  if (epsg > 32600) return { key: 'utm', zone: `${epsg - 32600}N` };
  return { key: epsg === 3857 ? 'mercator' : 'degrees' };
}

/** The system that a site most likely is drawn in: the zone of 3 degrees in China, that of UTM elsewhere. */
export function likelySystem(place: { readonly longitude: number; readonly latitude: number } | null): number | null {
  if (!place) return null;
  const { longitude, latitude } = place;
  if (longitude > 73.5 && longitude < 135.5 && latitude > 3 && latitude < 54)
    return 4534 + Math.round((longitude - firstMeridian) / 3);
  const zone = Math.min(60, Math.floor((longitude + 180) / 6) + 1);
  return (latitude < 0 ? 32700 : 32600) + zone;
}

const byPoints = { prop: 'epsg', is: null } as const;
const pointFields = ['x1', 'y1', 'longitude1', 'latitude1', 'x2', 'y2', 'longitude2', 'latitude2'] as const;

const systemOptions = (t: TFunction, noneLabel: string) => [
  { value: null, label: noneLabel },
  ...systemCodes.map((value) => {
    const { key, ...words } = systemWords(value);
    return { value, label: `${t(`layers:systems.${key}`, words)} · EPSG:${value}` };
  }),
];

/** Field for the system of a GeoTIFF that does not name it. */
export const systemField = (t: TFunction): FieldDefinition => ({
  type: 'SELECT',
  prop: 'epsg',
  label: 'layers:system',
  tips: 'layers:systemHelp',
  span: 2,
  options: systemOptions(t, t('layers:bySelf')),
});

export const placingFields = (t: TFunction): FieldDefinition[] => [
  { ...systemField(t), options: systemOptions(t, t('layers:byPoints')) },
  ...pointFields.map(
    (prop): FieldDefinition => ({
      type: 'NUMBER',
      prop,
      label: t(`layers:known.${prop.slice(0, -1) as 'x'}`, { n: prop.slice(-1) }),
      rules: { required: true },
      visibleWhen: byPoints,
    }),
  ),
];
