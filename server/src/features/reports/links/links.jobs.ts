/** Messages about reports leave by the clock, once a minute. */
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { sendDue } from './links.messages.service.ts';

export const sendReportMessages: Schedule = {
  name: 'send-report-messages',
  times: everyMinutes(1),
  atStart: true,
  run: sendDue,
};
