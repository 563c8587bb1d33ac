/**
 * Notifications: what the bell counts. Written when an event is handled, one row for each account that is concerned.
 * Invariant: an account sees and changes its own alone, and is told of an alert once however often the event comes.
 */

import type { Notification, notifications } from '@plumbline/contract/alerts/notifications';
import { limits } from '@plumbline/contract/kernel/constants';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { scopedTo, visibleProjects } from '../../../kernel/access.ts';
import type { Caller, Context } from '../../../kernel/context.ts';
import type { EventContext, Handlers } from '../../../kernel/events.ts';
import { requireRow } from '../../../kernel/rows.ts';
import * as choiceTable from './notifications.choices.table.ts';
import { notifyCreator } from './notifications.creator.table.ts';
import { notifyDutyGap, notifyFailedDelivery } from './notifications.deliveries.table.ts';
import { notifyClock, notifyOverdue, notifyStorage, notifyUnsafe } from './notifications.health.table.ts';
import { notifyInspection } from './notifications.inspections.table.ts';
import * as table from './notifications.table.ts';

type Input<K extends keyof typeof notifications> = OutputOf<(typeof notifications)[K]['input']>;

/** Whose notifications the caller reads; of what a token with a scope may read: those of projects whose alerts it may see. */
const ownerOf = (caller: Caller): table.Owner => ({
  accountId: caller.accountId,
  projectIds: scopedTo(caller, 'Retrieve:Alert'),
});

export async function list({ db, caller }: Context, input: Input<'list'>) {
  const [page, unread] = await Promise.all([
    table.ofAccount(db, ownerOf(caller), input),
    table.unread(db, ownerOf(caller)),
  ]);
  return { ...page, unread };
}

export async function latest({ db, caller }: Context) {
  const [{ notifications: newest }, unread] = await Promise.all([
    table.ofAccount(db, ownerOf(caller), { page: 1, pageSize: limits.latestPreview }),
    table.unreadOf(db, ownerOf(caller)),
  ]);
  return { notifications: newest, ...unread };
}

export async function get({ db, caller }: Context, { notificationId }: Input<'get'>) {
  const notification = requireRow(await table.one(db, ownerOf(caller), notificationId), { notificationId });
  return { notification };
}

/** Only projects that the caller still sees. */
export async function choices({ db, caller }: Context) {
  const all = await choiceTable.ofAccount(db, caller.accountId);
  const visible = visibleProjects(caller);
  const isVisible = ({ projectId, corporationId }: choiceTable.Choice) =>
    visible === null || (corporationId === visible.corporationId && (visible.projectIds?.includes(projectId) ?? true));
  return {
    choices: all.filter(isVisible).map(({ projectId, projectName, muted }) => ({ projectId, projectName, muted })),
  };
}

export async function choice({ db, caller }: Context, { projectId }: Input<'choice'>) {
  return { muted: await choiceTable.mutedIn(db, caller.accountId, projectId) };
}

export async function choose({ db, caller }: Context, { projectId, muted }: Input<'choose'>) {
  await choiceTable.write(db, caller.accountId, projectId, muted);
  return { muted };
}

/** Ids of others' notifications change nothing, like ids that do not exist. */
export async function bulkRead({ db, caller, now }: Context, { notificationIds }: Input<'bulkRead'>) {
  await table.read(db, caller.accountId, now(), notificationIds);
  return { unread: await table.unread(db, ownerOf(caller)) };
}

export async function bulkDelete({ db, caller }: Context, { notificationIds }: Input<'bulkDelete'>) {
  await table.remove(db, caller.accountId, notificationIds);
  return {};
}

/** To the open pages of each account, once the rows are there. */
const push = ({ after, sockets }: EventContext, notifications: readonly Notification[]) =>
  after(() => {
    for (const notification of notifications) sockets.toAccount(notification.userId, 'NEW_NOTIFICATION', notification);
  });

/** Reactions of this feature to events: rows, and after COMMIT a word to the open pages of each account. */
export const notifyAccounts: Handlers = {
  alertRaised: [
    {
      async many(context, raised) {
        const alertIds = raised.map(({ alertId }) => alertId);
        push(context, await table.notifyRaised(context.db, context.now(), alertIds));
      },
    },
  ],
  deviceOverdue: [async (context, owed) => push(context, await notifyOverdue(context.db, context.now(), owed))],
  inspectionOverdue: [
    async (context, overdue) => push(context, await notifyInspection(context.db, context.now(), overdue)),
  ],
  deliveryFailed: [
    async (context, failed) => push(context, await notifyFailedDelivery(context.db, context.now(), failed)),
  ],
  dutyGap: [async (context, gap) => push(context, await notifyDutyGap(context.db, context.now(), gap))],
  creatorPasswordGiven: [
    async (context, attempt) => push(context, await notifyCreator(context.db, context.now(), attempt)),
  ],
  taskEnded: [
    async (context, { taskId }) => push(context, await table.notifyTaskEnd(context.db, context.now(), taskId)),
  ],
  storageLow: [
    async (context, { freeBytes }) => push(context, await notifyStorage(context.db, context.now(), freeBytes)),
  ],
  databaseUnsafe: [
    async (context, { settings }) => push(context, await notifyUnsafe(context.db, context.now(), settings)),
  ],
  clockJumped: [async (context, jump) => push(context, await notifyClock(context.db, context.now(), jump))],
  alertSettled: [
    async (context, { alertId, status, userId }) =>
      push(context, await table.notifySettled(context.db, context.now(), alertId, status, userId)),
  ],
  alertAssigned: [
    async (context, { alertId, userId, byId }) =>
      push(context, await table.notifyAssigned(context.db, context.now(), alertId, userId, byId)),
  ],
};
