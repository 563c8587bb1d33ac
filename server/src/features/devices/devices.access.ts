/** Where the records of this wing are. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import * as devices from './devices/devices.api.ts';

export default {
  places: {
    deviceId: devices.places,
  },
} satisfies WingAccess;
