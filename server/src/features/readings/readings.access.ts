/** What follows in this wing when projects go. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import { lifecycle as importLifecycle } from './imports/imports.events.ts';

export default {
  lifecycle: {
    attached: [importLifecycle],
  },
} satisfies WingAccess;
