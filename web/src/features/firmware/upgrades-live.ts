import { devices } from '@plumbline/contract/devices';
import { firmware } from '@plumbline/contract/firmware';
import { invalidate } from '../../kernel/queries.ts';

/** Everything that an upgrade changes on pages. */
export const invalidateUpgrades = (): Promise<unknown> =>
  invalidate(firmware.upgrades, firmware.types, firmware.list, firmware.ofDevice, firmware.fitting, devices.get);

/** In case the word was lost: while something is in progress the page asks by itself now and then. */
export const whileOpenMs = 10_000;
