/** What of this wing is set up with plug-ins. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import { pluginUses } from './channels/channels.table.ts';

export default {
  pluginUses: [pluginUses],
} satisfies WingAccess;
