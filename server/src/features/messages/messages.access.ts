/** Where records of this wing are, and what of it is set up with plug-ins. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import { placeOfChannel, pluginUses } from './channels/channels.table.ts';

export default {
  rows: { channelId: placeOfChannel },
  pluginUses: [pluginUses],
} satisfies WingAccess;
