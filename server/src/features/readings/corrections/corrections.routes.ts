import { type CorrectionKind, corrections } from '@plumbline/contract/readings/corrections';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../kernel/context.ts';
import { type Access, serve } from '../../../kernel/serve.ts';
import { create, list, remove, update } from './corrections.service.ts';

interface Place {
  readonly pointId: number;
  readonly correctionId: number;
  readonly reason: string;
}
interface Fields {
  readonly startAt: string;
  readonly endAt: string | null;
  readonly stableTimes?: number | null;
  readonly continues?: boolean;
}
type Changed = { readonly [K in keyof Fields]?: Fields[K] | undefined };

/** The handlers of one kind of record: they differ only in what its amounts are called. */
function handlersOf(kind: CorrectionKind) {
  return {
    list: (context: Context, { pointId }: { pointId: number }) => list(context, pointId, kind),
    create: (context: Context, input: Fields & Omit<Place, 'correctionId'>) => {
      const { pointId, reason, startAt, endAt, stableTimes = null, continues = false, ...amounts } = input;
      return create(context, kind, { pointId, reason, startAt, endAt, stableTimes, continues, amounts });
    },
    update: (context: Context, { pointId, correctionId, reason, ...fields }: Changed & Place) => {
      const { startAt, endAt, stableTimes, continues: _, ...amounts } = fields;
      const given = Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== undefined));
      return update(context, kind, {
        pointId,
        correctionId,
        reason,
        amounts: given,
        ...(startAt !== undefined && { startAt }),
        ...(endAt !== undefined && { endAt }),
        ...(stableTimes !== undefined && { stableTimes }),
      });
    },
    remove: (context: Context, { pointId, correctionId, reason }: Place) =>
      remove(context, kind, { pointId, correctionId, reason }),
  };
}

export default (app: FastifyInstance, access: Access) => {
  const shift = handlersOf('shift');
  const topshift = handlersOf('topshift');
  const initshift = handlersOf('initshift');
  const basenode = handlersOf('basenode');
  serve(app, access, corrections, {
    all: (context, { pointId }) => list(context, pointId),
    shifts: shift.list,
    createShift: shift.create,
    updateShift: shift.update,
    removeShift: shift.remove,
    topshifts: topshift.list,
    createTopshift: topshift.create,
    updateTopshift: topshift.update,
    removeTopshift: topshift.remove,
    initshifts: initshift.list,
    createInitshift: initshift.create,
    updateInitshift: initshift.update,
    removeInitshift: initshift.remove,
    basenodes: basenode.list,
    createBasenode: basenode.create,
    updateBasenode: basenode.update,
    removeBasenode: basenode.remove,
  });
};
