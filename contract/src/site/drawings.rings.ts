/** What goes around a tunnel on its lining laid flat: members of sections, and chains of segments. */
import { z } from 'zod';
import { chainForms } from '../views/profiles.ts';

/** A member of a section: where it stood in its plane, and how it moved by the survey of its master. */
export const RingMember = z.object({
  masterId: z.int(),
  pointId: z.int(),
  acrossM: z.number(),
  upM: z.number(),
  acrossMm: z.number().nullable(),
  upMm: z.number().nullable(),
  forwardMm: z.number().nullable().describe('Along the tunnel'),
});
export type RingMember = z.output<typeof RingMember>;

/** Returns the movements of the members of a section in its newest survey. */
export const ringMembers = (
  masterId: number,
  {
    geometries,
    surveys,
  }: {
    readonly geometries: readonly {
      readonly members: readonly { readonly pointId: number }[];
      readonly prisms: readonly { readonly acrossM: number; readonly upM: number }[];
    }[];
    readonly surveys: readonly {
      readonly geometry: number;
      readonly acrossMm: readonly (number | null)[];
      readonly upMm: readonly (number | null)[];
      readonly forwardMm: readonly (number | null)[];
    }[];
  },
): RingMember[] => {
  const survey = surveys[0];
  const geometry = survey && geometries[survey.geometry];
  return (geometry?.members ?? []).flatMap(({ pointId }, i) => {
    const prism = geometry?.prisms[i];
    if (!prism) return [];
    const moved = (column: readonly (number | null)[] | undefined): number | null => column?.[i] ?? null;
    return [
      {
        masterId,
        pointId,
        acrossM: prism.acrossM,
        upM: prism.upM,
        acrossMm: moved(survey?.acrossMm),
        upMm: moved(survey?.upMm),
        forwardMm: moved(survey?.forwardMm),
      },
    ];
  });
};

/** A chain of segments around the tube or a part of it: it needs no section to be drawn. */
export const isRingChain = ({
  family,
  nodeCount,
  parameters,
}: {
  readonly family: string;
  readonly nodeCount: number;
  readonly parameters: Readonly<Record<string, number>>;
}): boolean => {
  const form = chainForms[parameters['form'] ?? 0];
  return family === 'deepDisplacement' && nodeCount > 0 && (form === 'ring' || form === 'arc');
};

/** Directions in which a lining can run around the tube, as sections are drawn. */
export const liningTurns = ['counterClockwise', 'clockwise'] as const;
export type LiningTurn = (typeof liningTurns)[number];
