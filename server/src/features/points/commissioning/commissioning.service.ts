/** What each point of a project still misses before it is in service. */

import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { commissioning } from '@plumbline/contract/points/commissioning';
import type { Context } from '../../../kernel/context.ts';
import * as table from './commissioning.table.ts';

export const checklist = ({ db }: Context, { projectId }: OutputOf<typeof commissioning.checklist.input>) =>
  table.checklist(db, projectId);
