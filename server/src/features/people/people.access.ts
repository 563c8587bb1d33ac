/** Where the records of this wing are. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import * as corporations from './corporations/corporations.api.ts';
import * as roles from './roles/roles.api.ts';
import * as userGroups from './user-groups/user-groups.api.ts';
import * as users from './users/users.api.ts';

export default {
  places: {
    corporationId: corporations.places,
    userId: users.places,
    roleId: roles.places,
    userGroupId: userGroups.places,
  },
  counts: { users: users.usersIn },
} satisfies WingAccess;
