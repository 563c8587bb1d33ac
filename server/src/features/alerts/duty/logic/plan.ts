/** Rosters as the schedule in science reads them. */
import type { Rotation, Shift } from '@plumbline/contract/alerts/duty';
import type { DutyPlan } from '@plumbline/science/series/duty';

interface Roster {
  readonly id: number;
  readonly shifts: readonly Shift[];
  readonly rotations: readonly Rotation[];
}
interface Substitution {
  readonly roster_id: number;
  readonly start_at: Date;
  readonly end_at: Date;
  readonly absent_id: number | null;
  readonly substitute_id: number | null;
}

/** Returns the plan of a roster; of several rosters' substitutions only its own count. */
export const planOf = ({ id, shifts, rotations }: Roster, substitutions: readonly Substitution[]): DutyPlan => ({
  shifts,
  rotations,
  substitutions: substitutions
    .filter(({ roster_id }) => roster_id === id)
    .map(({ start_at, end_at, absent_id, substitute_id }) => ({
      startMs: start_at.getTime(),
      endMs: end_at.getTime(),
      absentId: absent_id,
      substituteId: substitute_id,
    })),
});
