/** What follows when a report is made or released: word to hooks, and to each recipient by a link of their own. */
import type { Handlers } from '../../../kernel/events.ts';
import { planMessages } from './links.messages.service.ts';

export const reportNews: Handlers = {
  reportMade: [(context, { reportId }) => planMessages(context, { reportId, about: 'made', origin: null })],
  reportReleased: [(context, { reportId, origin }) => planMessages(context, { reportId, about: 'released', origin })],
};
