/** The routes of this wing by feature. */
import { corporations } from './corporations.ts';
import { passkeys } from './passkeys.ts';
import { roles } from './roles.ts';
import { secondFactors } from './second-factors.ts';
import { seeAs } from './see-as.ts';
import { ownSessions } from './sessions.own.ts';
import { secondStep } from './sessions.second-step.ts';
import { firstSetup } from './sessions.setup.ts';
import { sessions } from './sessions.ts';
import { sso } from './sso.ts';
import { userGroups } from './user-groups.ts';
import { userImport } from './users.import.ts';
import { userSessions } from './users.sessions.ts';
import { users } from './users.ts';
import { wechat } from './wechat.ts';

export default {
  corporations,
  users: { ...users, ...userSessions, ...userImport },
  secondFactors,
  sessions: { ...sessions, ...firstSetup, ...secondStep, ...ownSessions },
  seeAs,
  roles,
  userGroups,
  sso,
  wechat,
  passkeys,
};
