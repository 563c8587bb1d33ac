/**
 * Resetting and deleting a project with years of readings: some points at a time, each time its own transaction, so that
 * nobody waits for the whole. Invariant: after a crash it goes on with what is left; cancelled, what is done stays done
 * and a project that was to be deleted comes back, archived, with the rest of its points.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Db } from '../../../kernel/context.ts';
import { emitMany } from '../../../kernel/events.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { type TaskHandler, taskHandler } from '../../../kernel/tasks.handler.ts';
import { afterCommit } from '../../../kernel/transact.ts';
import * as clear from './projects.clear.table.ts';
import * as table from './projects.table.ts';

/** Points that are cleared in one transaction: at a year of readings every ten minutes, well under a second's work. */
const pointsAtOnce = 20;

/** The points in portions. */
function* portions(ids: readonly number[]): Generator<number[]> {
  for (let i = 0; i < ids.length; i += pointsAtOnce) yield ids.slice(i, i + pointsAtOnce);
}

interface ResetInput {
  readonly projectId: number;
  readonly cleared: boolean;
}
const resetting = taskHandler<ResetInput, { readonly after: number }>({
  kind: 'resetProject',
  async run({ task, db, now, lifecycle, progress, checkpoint, throwIfStopped }) {
    const { projectId, cleared } = task.input;
    const all = await table.pointIds(db, projectId);
    const left = all.filter((id) => id > (task.cursor?.after ?? 0));
    let done = all.length - left.length;
    for (const ids of portions(left)) {
      throwIfStopped();
      const at = now();
      await db.transaction().execute(async (transaction) => {
        if (cleared) await lifecycle.removeSeries(transaction, ids);
        await lifecycle.unbindPoints(transaction, ids, at, cleared ? 'remove' : 'seal');
        await lifecycle.clearPoints(transaction, ids);
        await emitMany(
          sqlOver(transaction),
          at,
          'pointReset',
          ids.map((pointId) => ({
            pointId,
            projectId,
            cleared,
            atMs: at.getTime(),
            byId: task.accountId ?? 0,
            byName: task.byName,
          })),
        );
        await checkpoint(transaction, { after: elementAt(ids, -1) });
        await clear.notifyCleared(transaction, projectId);
      });
      done += ids.length;
      await progress(done, all.length);
    }
    await db.transaction().execute(async (transaction) => {
      await lifecycle.clearProject(transaction, projectId);
      await clear.clearOwn(transaction, projectId);
    });
    return { points: all.length };
  },
});

/** Also of each project of a corporation that ends. */
export const deletingProject = taskHandler<{ readonly projectId: number }>({
  kind: 'deleteProject',
  async run({ task, db, log, lifecycle, services: { files }, progress, throwIfStopped }) {
    const { projectId } = task.input;
    const ids = await table.pointIds(db, projectId);
    /** Does its part in one transaction, and takes away the bytes of the files that went with it. */
    const part = async (act: (transaction: Db) => Promise<readonly string[]>) => {
      const acts: (() => void | Promise<void>)[] = [];
      await db.transaction().execute(async (transaction) => {
        const gone = await act(transaction);
        for (const id of gone) await files.remove({ db: transaction, after: (each) => void acts.push(each) }, id);
      });
      await afterCommit(acts, log);
    };
    let done = 0;
    for (const some of portions(ids)) {
      throwIfStopped();
      await part(async (transaction) => {
        await lifecycle.removeSeries(transaction, some);
        return await lifecycle.removePoints(transaction, some);
      });
      done += some.length;
      await progress(done, ids.length);
    }
    await part(async (transaction) => {
      const gone = await lifecycle.filesOfProject(transaction, projectId);
      await lifecycle.removeProject(transaction, projectId);
      await clear.removeProject(transaction, projectId);
      await clear.notifyCleared(transaction, projectId);
      return gone;
    });
    return { points: ids.length };
  },
  async undo({ task, db }) {
    const { projectId } = task.input;
    await table.set(db, projectId, { deleting_at: null });
    await clear.notifyCleared(db, projectId);
  },
});

/** The background work of the feature. */
export const projectTasks: readonly TaskHandler[] = [resetting, deletingProject];
