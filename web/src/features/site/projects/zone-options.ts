import { formatZone } from '../../../kernel/format.ts';

/** Every time zone that the browser knows, for a field that asks for one. */
export const zoneOptions = () =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
    note: formatZone(zone),
  }));
