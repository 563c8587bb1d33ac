import { Partial } from '../../../design/States.tsx';

/** Shows the gaps in a plan, in words: nothing that is missing looks like no movement. */
export const PlanNotes = ({ notes }: { notes: readonly (string | null)[] }) =>
  notes.filter((words) => words !== null).map((words) => <Partial key={words}>{words}</Partial>);
