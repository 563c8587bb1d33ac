/** The routes of this wing by feature. */
import { exports } from './exports.ts';
import { reportLinks } from './links.ts';
import { periodReports } from './period-reports.ts';
import { customPushTypes } from './push-formats.ts';
import { pushRules } from './push-rules.ts';
import { pushSending } from './push-sending.ts';
import { reportReleases } from './releases.ts';
import { reportDefaults } from './templates.defaults.ts';
import { reportTemplates } from './templates.ts';
import { reportVerification } from './verification.ts';

export default {
  exports,
  reportTemplates,
  reportDefaults,
  periodReports,
  reportReleases,
  reportVerification,
  reportLinks,
  customPushTypes,
  pushRules,
  pushSending,
};
