import type { Drawing, DrawingVersion } from '@plumbline/contract/drawings';
import { elementAt } from '@plumbline/contract/elements';

/** The version of a drawing that is shown. */
export const shownVersion = ({ versions, versionId }: Drawing): DrawingVersion =>
  versions.find(({ id }) => id === versionId) ?? elementAt(versions, 0);
