/** Where the records of this wing are, and what of it is set up with plug-ins. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import * as devices from './devices/devices.api.ts';
import { pluginUses } from './models/models.table.ts';

export default {
  places: {
    deviceId: devices.places,
  },
  pluginUses: [pluginUses],
  counts: { devices: devices.devicesIn },
} satisfies WingAccess;
