/** Where records of this wing are, and what of it is set up with plug-ins. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import { placeOfAttachment } from './attachments/attachments.table.ts';
import { lifecycle as commandsLifecycle } from './commands/commands.events.ts';
import { pluginUses } from './feeds/feeds.devices.table.ts';
import { placeOfFeed } from './feeds/feeds.table.ts';

export default {
  rows: { attachmentId: placeOfAttachment, feedId: placeOfFeed },
  lifecycle: { plans: [commandsLifecycle] },
  pluginUses: [pluginUses],
} satisfies WingAccess;
