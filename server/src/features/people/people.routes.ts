/** The routes of this wing. */
import corporationRoutes from './corporations/corporations.routes.ts';
import passkeyRoutes from './passkeys/passkeys.routes.ts';
import roleRoutes from './roles/roles.routes.ts';
import secondFactorRoutes from './second-factors/second-factors.routes.ts';
import seeAsRoutes from './see-as/see-as.routes.ts';
import sessionRoutes from './sessions/sessions.routes.ts';
import ssoRoutes from './sso/sso.routes.ts';
import userGroupRoutes from './user-groups/user-groups.routes.ts';
import userRoutes from './users/users.routes.ts';
import wechatRoutes from './wechat/wechat.routes.ts';

export default [
  corporationRoutes,
  userRoutes,
  secondFactorRoutes,
  sessionRoutes,
  seeAsRoutes,
  roleRoutes,
  userGroupRoutes,
  ssoRoutes,
  wechatRoutes,
  passkeyRoutes,
];
