/**
 * The end of a corporation with everything of it. Invariant: from the answer on nobody of it is signed in, none of its
 * devices and feeds delivers, and its projects are closed to links and to work; what follows is the work of a task (corporation-removal.tasks.ts).
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { corporationRemoval } from '@plumbline/contract/overview/corporation-removal';
import type { Context } from '../../../kernel/context.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import { closeAuthorities } from '../../devices/certificates/certificates.api.ts';
import { closeDevices } from '../../devices/devices/devices.closing.api.ts';
import { beginEnding, endingSince } from '../../people/corporations/corporations.ending.api.ts';
import { closeAccounts, passwordOwner } from '../../people/users/users.closing.api.ts';
import { closeProjects } from '../../site/projects/projects.closing.api.ts';
import { closeFeeds } from '../../telemetry/feeds/feeds.closing.api.ts';

type Input<K extends keyof typeof corporationRemoval> = OutputOf<(typeof corporationRemoval)[K]['input']>;

/** Throws wrongPassword, tooMany, titleDiffers, and corporationEnding where it has begun already. */
export async function begin(context: Context, { corporationId, title, password }: Input<'begin'>) {
  const { db, caller, now, changed, confirm } = context;
  const owner = await passwordOwner(db, caller.accountId);
  if (!owner) throw new Failure('wrongPassword');
  confirm(owner, password);
  if ((await endingSince(db, corporationId)) !== null) throw new Failure('corporationEnding', { corporationId });
  const at = now();
  const begun = await beginEnding(db, corporationId, at);
  if (!begun) throw new Failure('corporationEnding', { corporationId });
  // Throws after the row is locked: the transaction takes it back.
  if (begun.title !== title.trim()) throw new Failure('titleDiffers');
  const accounts = await closeAccounts(db, corporationId, at);
  await closeAuthorities(db, at, corporationId);
  const devices = await closeDevices(db, corporationId);
  const feeds = await closeFeeds(db, corporationId);
  const projects = await closeProjects(db, corporationId, at);
  await changed(
    ...accounts.map((id) => ({ kind: 'account' as const, id })),
    ...devices.map((device) => ({ kind: 'device' as const, ...device })),
    ...feeds.map((feed) => ({ kind: 'feed' as const, ...feed })),
    ...projects.map((id) => ({ kind: 'project' as const, id })),
  );
  const taskId = await queueTask(context, {
    kind: 'deleteCorporation',
    corporationId,
    projectId: null,
    subject: { name: begun.title },
    input: { corporationId, closedAt: at.toISOString(), title: begun.title },
  });
  return { taskId };
}
