/**
 * Deletes everything of a corporation, a part at a time: project by project, devices, then people, files and the rest at
 * once. Invariants: after a crash it goes on with what is left; what is left when it is cancelled is a corporation as
 * before, with its people.
 */
import { announceChanges } from '../../../kernel/listen.ts';
import { writeOperation } from '../../../kernel/operation.ts';
import { type TaskContext, type TaskHandler, taskHandler } from '../../../kernel/tasks.handler.ts';
import { afterCommit } from '../../../kernel/transact.ts';
import { deleteDevices } from '../../devices/devices/devices.closing.api.ts';
import { cancelEnding, deleteCorporation, filesOf } from '../../people/corporations/corporations.ending.api.ts';
import { deleteAccounts, reopenAccounts } from '../../people/users/users.closing.api.ts';
import { forgetTotals } from '../../platform/store/store.counts.api.ts';
import { reopenProjects } from '../../site/projects/projects.closing.api.ts';
import { projectIdsOf } from '../../site/projects/projects.named.api.ts';

interface Input {
  readonly corporationId: number;
  readonly closedAt: string;
  readonly title: string;
}
type Run = TaskContext<Input, null>;

const devicesAtOnce = 200;

/** `deleteProject` = what deletes a project with years of readings. */
export const corporationTasks = (deleteProject: TaskHandler): readonly TaskHandler[] => [
  taskHandler<Input>({
    kind: 'deleteCorporation',
    async run(context) {
      const projects = await deleteProjects(context, deleteProject);
      const devices = await deleteAllDevices(context);
      await deleteRest(context);
      return { projects, devices };
    },
    async undo({ task, db }) {
      const { corporationId, closedAt } = task.input;
      await cancelEnding(db, corporationId);
      await reopenAccounts(db, corporationId, new Date(closedAt));
      const projects = await reopenProjects(db, corporationId, new Date(closedAt));
      await announceChanges(
        db,
        projects.map((id) => ({ kind: 'project' as const, id })),
      );
    },
  }),
];

/** Until there are none: one may have been made meanwhile. */
async function deleteProjects(context: Run, deleteProject: TaskHandler): Promise<number> {
  const { task, db, progress, throwIfStopped } = context;
  let done = 0;
  for (;;) {
    const left = await projectIdsOf(db, task.input.corporationId);
    const [projectId] = left;
    if (projectId === undefined) return done;
    throwIfStopped();
    await deleteProject.run({
      ...context,
      task: { ...task, projectId, input: { projectId } },
      progress: async () => undefined,
      checkpoint: async () => undefined,
    });
    done += 1;
    await progress(done, done + left.length);
  }
}

async function deleteAllDevices({ task, db, throwIfStopped }: Run): Promise<number> {
  for (let done = 0; ; ) {
    throwIfStopped();
    const gone = await db.transaction().execute(async (transaction) => {
      const some = await deleteDevices(transaction, task.input.corporationId, devicesAtOnce);
      await announceChanges(
        transaction,
        some.map((device) => ({ kind: 'device' as const, ...device })),
      );
      return some;
    });
    if (gone.length === 0) return done;
    done += gone.length;
  }
}

/** People, files, and everything that hangs on the corporation alone, this task included. The log says who ended it. */
async function deleteRest({ task, db, log, now, services: { files } }: Run): Promise<void> {
  const { corporationId, title } = task.input;
  const acts: (() => void | Promise<void>)[] = [];
  await db.transaction().execute(async (transaction) => {
    const ids = await filesOf(transaction, corporationId);
    await forgetTotals(transaction, corporationId);
    await deleteAccounts(transaction, corporationId);
    await deleteCorporation(transaction, corporationId);
    for (const id of ids) await files.remove({ db: transaction, after: (act) => void acts.push(act) }, id);
    await writeOperation(transaction, {
      at: now(),
      accountId: task.accountId,
      accountName: task.byName,
      corporationId: null,
      projectId: null,
      scope: 'Corporation',
      scopeId: corporationId,
      action: 'Delete',
      route: 'task deleteCorporation',
      outcome: 'done',
      ip: '',
      agent: '',
      content: { title },
    });
  });
  await afterCommit(acts, log);
}
