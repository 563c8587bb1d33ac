/** What of this wing is set up with plug-ins. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import { pluginUses } from './feeds/feeds.devices.table.ts';

export default {
  pluginUses: [pluginUses],
} satisfies WingAccess;
